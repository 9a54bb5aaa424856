/** A clock that is moved forward and back, in whole seconds ahead of the real one. */
export const createSteppedClock = (set: (aheadS: number) => void) => {
  let aheadS = 0
  let latestS = 0
  const move = (to: number) => {
    aheadS = to
    latestS = Math.max(latestS, to)
    set(aheadS)
  }
  return {
    step: (seconds: number) => move(aheadS + seconds),
    /** Moves to the latest time it ever showed, so that anything scheduled by that time becomes due. */
    settle: () => move(latestS),
  }
}
