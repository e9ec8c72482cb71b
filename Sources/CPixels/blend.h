// The arithmetic of 16 pixels at a time.
//
// All calculations use 16-bit integers, two channels of a pixel in a 32-bit lane. Even bytes are blue and red, odd bytes are
// green and alpha.

PX_FUNCTION px_line PX_NAME(load)(const uint32_t *from) { return *(const px_anywhere *)from; }

PX_FUNCTION px_half PX_NAME(all)(uint32_t value) { return (px_half)(value - (px_line){}); }

// The channels of 16 pixels, each in 16 bits. Results stay in this form until a line is done.
PX_FUNCTION px_spread PX_NAME(spread)(px_line line) {
    return (px_spread){(px_half)line & PX_NAME(all)(0x00FF00FF), (px_half)line >> 8};
}

PX_FUNCTION px_line PX_NAME(packed)(px_spread a) { return (px_line)(a.even | a.odd << 8); }

// A weight of n/256 in the form that the multiplications below need.
PX_FUNCTION px_half PX_NAME(factor)(px_half weight) {
#ifdef PX_ROUNDED
    // n/256 in 15 bits. The largest value is slightly less than 1, which acts as 1 on numbers of nine bits.
    return (weight << 7) - (weight >> 8);
#else
    return weight;
#endif
}

PX_FUNCTION px_half PX_NAME(weight)(uint32_t weight) { return PX_NAME(factor)(PX_NAME(all)(weight * 0x00010001)); }

// Mixes from a (weight 0) to b (weight 256), rounded to nearest: a + floor(((b − a)·w + 128) / 256).
PX_FUNCTION px_spread PX_NAME(mix)(px_spread a, px_spread b, px_half factor) {
#ifdef PX_ROUNDED
    return (px_spread){
        a.even + PX_ROUNDED(b.even - a.even, factor),
        a.odd + PX_ROUNDED(b.odd - a.odd, factor),
    };
#else
    const px_half half = PX_NAME(all)(0x00800080), rest = 256 - factor;
    return (px_spread){
        (a.even * rest + b.even * factor + half) >> 8,
        (a.odd * rest + b.odd * factor + half) >> 8,
    };
#endif
}

// Multiplies the even channels by one factor and the odd channels by another.
PX_FUNCTION px_spread PX_NAME(scale)(px_spread a, px_half even, px_half odd) {
#ifdef PX_ROUNDED
    return (px_spread){PX_ROUNDED(a.even, even), PX_ROUNDED(a.odd, odd)};
#else
    const px_half half = PX_NAME(all)(0x00800080);
    return (px_spread){(a.even * even + half) >> 8, (a.odd * odd + half) >> 8};
#endif
}

// The upper half of each product.
PX_FUNCTION px_half PX_NAME(high)(px_half a, px_half b) {
    px_wide product = __builtin_convertvector(a, px_wide) * __builtin_convertvector(b, px_wide);
    return __builtin_convertvector(product >> 16, px_half);
}

// Draws `a` over `below`: t = x·(255 − alpha) + 128; (t + t >> 8) >> 8 is the division by 255, rounded to nearest.
PX_FUNCTION px_spread PX_NAME(over)(px_spread below, px_spread a) {
    const px_half half = PX_NAME(all)(0x00800080);
    px_half rest = 255 - __builtin_shufflevector(
        a.odd, a.odd, 1, 1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11, 13, 13, 15, 15, 17, 17, 19, 19, 21, 21, 23, 23, 25, 25, 27,
        27, 29, 29, 31, 31);
    px_half even = below.even * rest + half, odd = below.odd * rest + half;
#ifdef PX_ROUNDED
    const px_half both = PX_NAME(all)(0x01010101);
    return (px_spread){a.even + PX_NAME(high)(even, both), a.odd + PX_NAME(high)(odd, both)};
#else
    return (px_spread){a.even + ((even + (even >> 8)) >> 8), a.odd + ((odd + (odd >> 8)) >> 8)};
#endif
}

// Draws black over `below`: floor((c·(65536 − shade) + pattern) / 65536) = c − ceil((c·shade − pattern) / 65536). A shade of
// 65535 gives the same result as 65536 would, since no pattern is above 65024.
PX_FUNCTION px_spread PX_NAME(shade)(px_spread below, px_half shade, px_half pattern) {
    px_half even = below.even, odd = below.odd;
    px_half evenMore = (px_half)(even * shade > pattern), oddMore = (px_half)(odd * shade > pattern);
    even = even - PX_NAME(high)(even, shade) + evenMore;
    odd = odd - PX_NAME(high)(odd, shade) + oddMore;
    return (px_spread){even, (px_half)(((px_line)odd & 0xFFFF) | 0x00FF0000)};
}

