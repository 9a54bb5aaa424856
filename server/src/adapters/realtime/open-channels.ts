import { addressKey } from '../../kernel/admission.ts'

/** Counts open channels to enforce the limits per account and address. */
export const createOpenChannels = (limits: { perAccount: number; perAddress: number }) => {
  const counts = new Map<string, number>()
  const add = (key: string, difference: number): void => {
    const count = (counts.get(key) ?? 0) + difference
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
  return {
    /** Takes a place and returns a function to release it, once. Null if none is left. */
    enter(account: string, address: string): (() => void) | null {
      const where = addressKey(address)
      if ((counts.get(account) ?? 0) >= limits.perAccount || (counts.get(where) ?? 0) >= limits.perAddress) return null
      for (const key of [account, where]) add(key, 1)
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        for (const key of [account, where]) add(key, -1)
      }
    },
    size: () => counts.size,
  }
}
