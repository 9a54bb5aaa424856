let context: AudioContext | undefined

/** Plays a short high tone for a lamp added to the list, and a low one otherwise, because eyes stay on the ladder. */
export function playScanSound(isGood: boolean): void {
  try {
    context ??= new AudioContext()
    const tone = context.createOscillator()
    const volume = context.createGain()
    const end = context.currentTime + (isGood ? 0.09 : 0.25)
    tone.frequency.value = isGood ? 1_320 : 220
    volume.gain.setValueAtTime(0.2, context.currentTime)
    volume.gain.exponentialRampToValueAtTime(0.001, end)
    tone.connect(volume).connect(context.destination)
    tone.start()
    tone.stop(end)
  } catch {
    // Scanning works without sound.
  }
}
