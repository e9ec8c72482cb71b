// libwebp's encoder, for tests.
#pragma once
#include <webp/encode.h>
