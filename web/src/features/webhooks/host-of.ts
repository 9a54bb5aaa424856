/** By what a receiver is called: the host of its address. */
export const hostOf = (address: string): string => URL.parse(address)?.host ?? address
