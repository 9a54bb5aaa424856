/** Admits at most `places` at a time; the others wait in turn. */
export const createConnectionGate = (places: number) => {
  let freePlaces = places
  const queue: (() => void)[] = []
  return {
    enter(): Promise<void> {
      if (freePlaces === 0) return new Promise((resolve) => queue.push(resolve))
      freePlaces--
      return Promise.resolve()
    },
    leave(): void {
      const next = queue.shift()
      if (next) next()
      else freePlaces++
    },
  }
}
