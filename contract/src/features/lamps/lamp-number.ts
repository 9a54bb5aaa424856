/** The number of a lamp as it stands on labels, screens, plans and paper. */
export const lampNumber = (addr: number): string => String(addr).padStart(4, '0')
