make deb
ls .build/package
