/** Digits of the serials of lamps, over all unit types. */
export const lampSerialLengths: readonly number[] = [4, 6, 8]
