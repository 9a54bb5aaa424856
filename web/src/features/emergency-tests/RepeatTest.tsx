import { IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import type { TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/api/use-action.ts'
import { ErrorState } from '../../shared/feedback/ErrorState.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { RoleAction } from '../../shared/plant/RoleAction.tsx'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { useReportDevices } from './report-devices.ts'
import { StartTest } from './StartTest.ts'
import { isFinished } from './test-texts.ts'

/** More than the maximum number of lamps of a unit. */
const allRows = 1000

const labels = {
  failed: { some: 'start.again', none: 'start.againNone', reason: 'start.noneFailed', icon: IconRefresh },
  notExecuted: { some: 'start.rest', none: 'start.restNone', reason: 'start.noneLeft', icon: IconPlayerPlay },
} as const

/** Opens the test dialog with exactly the failed lamps of a test, or its untested ones, for a new test. */
export function RepeatTest({ test, of }: { test: TestRun; of: 'failed' | 'notExecuted' }) {
  const { t } = useTranslation('emergency-tests')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const devicesType = useReportDevices()
  const [open, setOpen] = useState(false)
  const input = { plantId, testId: test.id, result: of, devicesType, pageSize: allRows } as const
  const reportQuery = useAction('getTestReport', input, { enabled: open })
  if (!isFinished(test)) return null
  const { some, none, reason: noneReason, icon: Mark } = labels[of]
  const count = test[of]
  return (
    <>
      <RoleAction>
        <ReasonButton
          variant="default"
          blockedReason={count === 0 ? t(noneReason) : blockedReason}
          loading={open && reportQuery.isPending}
          leftSection={<Mark size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {count === 0 ? t(none) : t(some, { count })}
        </ReasonButton>
      </RoleAction>
      {open && reportQuery.error ? (
        <ErrorState error={reportQuery.error} retry={() => void reportQuery.refetch()} />
      ) : null}
      {open && reportQuery.data ? (
        <StartTest
          lamps={reportQuery.data.results.map(({ cu, lamp, serial }) => ({ cu, id: lamp, serial }))}
          kind={test.kind}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
