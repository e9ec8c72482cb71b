// libdrm; its function-like macros do not import into Swift, so each that is used is a constant here.
#pragma once
#include <drm_fourcc.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

static const uint32_t BEZEL_DRM_FORMAT_XRGB8888 = DRM_FORMAT_XRGB8888;
static const uint32_t BEZEL_DRM_FORMAT_ARGB8888 = DRM_FORMAT_ARGB8888;
static const uint32_t BEZEL_DRM_FORMAT_XBGR8888 = DRM_FORMAT_XBGR8888;
static const uint32_t BEZEL_DRM_FORMAT_RGB565 = DRM_FORMAT_RGB565;
static const uint64_t BEZEL_DRM_FORMAT_MOD_LINEAR = DRM_FORMAT_MOD_LINEAR;
static const unsigned long BEZEL_DRM_IOCTL_MODE_ATOMIC = DRM_IOCTL_MODE_ATOMIC;
