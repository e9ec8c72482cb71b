# Common tasks, from a fresh clone on. Each target is a script in tools/ or a single command.

.PHONY: run check test test-deep build deb doc films screenshots format lint clean

# Shows the sample kiosk. Without a display, writes a film strip, bezel-demo.png.
run:
	@tools/run

# Run this before each commit: the format, a debug build, the tests of the modules.
check:
	@tools/check

# All tests, with a guest under QEMU for those that need a real kernel.
test:
	@tools/test

# The tests under AddressSanitizer and ThreadSanitizer, a million random hands, fuzzing, and the long forms of the other tests.
# Takes some hours.
test-deep:
	@tools/test-deep

# .build/release/bezel and .build/release/bezel-gallery; with ARCH=arm64 on another processor, .build/arm64/release/bezel
build:
	@tools/build $(ARCH)

# A Debian package of the release and a tarball for others, in .build/packages; with ARCH=arm64, in .build/arm64/packages
deb: build
	@tools/deb $(ARCH)

# The documentation of the library and a tutorial as a website, in .build/docc; tools/docc --open shows it
doc:
	@tools/swift build
	@tools/docc

# A film strip of each transition and each conflict of gestures, in films/
films:
	@tools/films

# Every page of four sample kiosks, light and dark, landscape and portrait, in English, Chinese and Arabic and in large text, in screenshots/
screenshots:
	@tools/screenshots

format:
	@tools/swift format --in-place --parallel --recursive Package.swift Sources Tests

lint:
	@tools/swift format lint --strict --parallel --recursive Package.swift Sources Tests

clean:
	rm -rf .build .machine .arm64 bezel-demo.png films screenshots
