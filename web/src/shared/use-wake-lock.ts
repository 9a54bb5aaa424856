import { useEffect } from 'react'

/** Keeps the screen on while the page is in front, where the browser can: who stands on a ladder has no hand for it. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const ask = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // Refused where the battery is low, or by policy: then the screen goes off as ever.
      const got = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) void got?.release()
      else lock = got
    }
    const again = () => void ask()
    again()
    // The browser takes it back whenever the page is hidden.
    document.addEventListener('visibilitychange', again)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', again)
      void lock?.release().catch(() => undefined)
    }
  }, [])
}
