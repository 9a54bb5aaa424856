/** Lets at most `places` be inside; the others wait their turn. */
export const createConnectionGate = (places: number) => {
  let free = places
  const queue: (() => void)[] = []
  return {
    enter(): Promise<void> {
      if (free === 0) return new Promise((resolve) => queue.push(resolve))
      free--
      return Promise.resolve()
    },
    leave(): void {
      const next = queue.shift()
      if (next) next()
      else free++
    },
  }
}
