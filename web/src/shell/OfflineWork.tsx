import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { OutboxBanner } from '../features/outbox/OutboxBanner.tsx'
import { useRealtime } from '../shared/realtime/realtime.ts'
import type { SessionUser } from '../shared/session/session-api.ts'
import { startOfflineWork } from './offline-work.ts'

/** Prepares the device for use offline, and shows its offline state above each page. */
export function OfflineWork({ user }: { user: SessionUser }) {
  const queries = useQueryClient()
  const realtime = useRealtime()
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for another person, not for another answer about the same one
  useEffect(() => (realtime ? startOfflineWork(queries, user, realtime) : undefined), [queries, user.userid, realtime])
  return <OutboxBanner />
}
