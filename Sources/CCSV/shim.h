// libcsv.
#pragma once
#include <stdio.h>
#include <csv.h>
