/** The display name of a receiver: the host of its address. */
export const hostOf = (address: string): string => URL.parse(address)?.host ?? address
