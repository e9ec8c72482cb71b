// gdk-pixbuf.
#pragma once
#include <gdk-pixbuf/gdk-pixbuf.h>

// gdk-pixbuf takes the time of an animation in a deprecated type, and has nothing else for it.
G_GNUC_BEGIN_IGNORE_DEPRECATIONS

/// The frame of `animation` at the time 0. The caller releases it.
static inline GdkPixbufAnimationIter *bezel_first_frame(GdkPixbufAnimation *animation) {
    GTimeVal start = {0, 0};
    return gdk_pixbuf_animation_get_iter(animation, &start);
}

/// Moves `frame` to what is shown `milliseconds` after the time 0.
static inline void bezel_move_frame(GdkPixbufAnimationIter *frame, long milliseconds) {
    GTimeVal time = {milliseconds / 1000, milliseconds % 1000 * 1000};
    gdk_pixbuf_animation_iter_advance(frame, &time);
}

G_GNUC_END_IGNORE_DEPRECATIONS
