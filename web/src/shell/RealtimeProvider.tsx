import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { realtimePatches } from '../realtime-patches.ts'
import { actionKey } from '../shared/api/use-action.ts'
import { Realtime, RealtimeContext } from '../shared/realtime/realtime.ts'
import { clearSession, refreshSession } from '../shared/session/session.ts'

/** One realtime channel per signed-in person; it closes with the session. */
export function RealtimeProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const [realtime] = useState(() => new Realtime(queries, realtimePatches, (reason) => clearSession(queries, reason)))
  useEffect(() => realtime.start(), [realtime])
  // Whether plants are accessible is part of the session, which cache patches do not reach.
  useEffect(
    () =>
      realtime.onMessage(({ action }) => {
        if (action !== 'updateUserValidation') return
        void refreshSession(queries).catch(() => undefined) // the next call reports the error
        void queries.invalidateQueries({ queryKey: actionKey('getUserInfos') })
      }),
    [realtime, queries],
  )
  return <RealtimeContext value={realtime}>{children}</RealtimeContext>
}
