import { useEffect } from 'react'

/** Keeps the screen on while the page is visible, if the browser supports it: a person on a ladder has no free hand. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const requestLock = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // Refused on low battery or by policy: then the screen turns off as usual.
      const wakeLock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) void wakeLock?.release()
      else lock = wakeLock
    }
    const renewLock = () => void requestLock()
    renewLock()
    // The browser releases the lock whenever the page is hidden.
    document.addEventListener('visibilitychange', renewLock)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', renewLock)
      void lock?.release().catch(() => undefined)
    }
  }, [])
}
