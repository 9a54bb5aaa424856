/** A clock that is stepped on and back, in whole seconds ahead of the real one. */
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
    /** As late as it has ever been: what waits for a time that was told then comes when it is due. */
    settle: () => move(latestS),
  }
}
