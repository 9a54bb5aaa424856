/** Number of a lamp on labels, screens, plans and documents. */
export const lampNumber = (addr: number): string => String(addr).padStart(4, '0')
