/** Highest address of a lamp in any unit type. */
export const maxLampAddress = 992
