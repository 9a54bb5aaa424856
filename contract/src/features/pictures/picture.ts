/**
 * Most bytes of a picture as it is sent: 20 MB, as 20 × 1024². Of it only the pixels are kept, made anew: a profile picture of at most
 * 256 pixels a side, a logo of at most 640 and as PNG, so that what is transparent stays so on paper.
 */
export const pictureLimits = { bytes: 20_971_520, profileSide: 256, logoSide: 640 } as const
