import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { realtimePatches } from '../realtime-patches.ts'
import { Realtime, RealtimeContext } from '../shared/realtime/realtime.ts'
import { forgetSession } from '../shared/session/session.ts'

/** One realtime channel per signed-in person; its end is the end of the session here. */
export function RealtimeProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const [realtime] = useState(() => new Realtime(queries, realtimePatches, (reason) => forgetSession(queries, reason)))
  useEffect(() => realtime.start(), [realtime])
  return <RealtimeContext value={realtime}>{children}</RealtimeContext>
}
