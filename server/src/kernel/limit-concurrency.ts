/** Runs at most `places` pieces of work at a time; the others wait in turn. */
export const limitConcurrency = (places: number) => {
  let freePlaces = places
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (freePlaces === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    else freePlaces -= 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else freePlaces += 1
    }
  }
}
