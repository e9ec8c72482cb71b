// libwebp's decoder, and the reader of its container.
#pragma once
#include <webp/decode.h>
#include <webp/demux.h>
