/**
 * Maximum bytes of an uploaded picture: 20 MB, as 20 × 1024². Only re-encoded pixels are stored: a profile picture of
 * at most 256 pixels a side, a logo of at most 640. Logos are PNG, for transparency on paper.
 */
export const pictureLimits = { bytes: 20_971_520, profileSide: 256, logoSide: 640 } as const
