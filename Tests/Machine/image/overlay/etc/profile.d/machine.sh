export PATH=/machine/bin:/machine/tools:$PATH LD_LIBRARY_PATH=/machine/lib
