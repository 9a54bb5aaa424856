/** A clock moved forward and back, in whole seconds ahead of the real one. */
export const createSteppedClock = (set: (aheadS: number) => void) => {
  let aheadS = 0
  let latestS = 0
  const move = (offsetS: number) => {
    aheadS = offsetS
    latestS = Math.max(latestS, offsetS)
    set(aheadS)
  }
  return {
    step: (seconds: number) => move(aheadS + seconds),
    /** Moves to the latest time it ever showed: anything scheduled before becomes due. */
    settle: () => move(latestS),
  }
}
