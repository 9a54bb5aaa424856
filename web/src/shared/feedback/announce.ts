/** Minimum time between polite messages; the page has one polite and one assertive live region. */

const pauseMs = 5000
let pendingText: string | undefined
let timer: ReturnType<typeof setTimeout> | undefined
/** After this time an emergency has been read aloud, and its text would mislead who explores the page. */
const urgentMs = 10_000
let urgentTimer: ReturnType<typeof setTimeout> | undefined

function region(politeness: 'polite' | 'assertive'): HTMLElement {
  const id = `live-${politeness}`
  const existing = document.getElementById(id)
  if (existing) return existing
  const liveRegion = document.createElement('div')
  liveRegion.id = id
  liveRegion.className = 'vx-hidden'
  liveRegion.setAttribute('aria-live', politeness)
  liveRegion.setAttribute('role', politeness === 'polite' ? 'status' : 'alert')
  document.body.append(liveRegion)
  return liveRegion
}

function announcePolitely(message: string): void {
  region('polite').textContent = message
  timer = setTimeout(() => {
    timer = undefined
    const next = pendingText
    pendingText = undefined
    if (next) announcePolitely(next)
  }, pauseMs)
}

function announceUrgently(message: string): void {
  const assertive = region('assertive')
  assertive.textContent = message
  clearTimeout(urgentTimer)
  urgentTimer = setTimeout(() => {
    assertive.textContent = ''
  }, urgentMs)
}

/** Announces a change to screen readers. Emergencies interrupt; of polite messages the last is announced. */
export function announce(message: string, urgent = false): void {
  if (urgent) announceUrgently(message)
  else if (timer) pendingText = message
  else announcePolitely(message)
}
