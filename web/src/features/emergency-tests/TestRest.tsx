import { IconPlayerPlay } from '@tabler/icons-react'
import type { TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/api/use-action.ts'
import { ErrorState } from '../../shared/feedback/ErrorState.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { useReportDevices } from './report-devices.ts'
import { StartTest } from './StartTest.ts'
import { isGoing } from './test-words.ts'

/** More than a unit can have lamps. */
const allRows = 1000

/** Opens the dialog of tests with the lamps that this one did not test; nothing where it tested all. */
export function TestRest({ test }: { test: TestRun }) {
  const { t } = useTranslation('emergency-tests')
  const { plantId } = useOpenPlant()
  const because = useWhyNotAllowed()
  const devicesType = useReportDevices()
  const [open, setOpen] = useState(false)
  const input = { plantId, testId: test.id, result: 'notExecuted', devicesType, pageSize: allRows } as const
  const rest = useAction('getTestReport', input, { enabled: open })
  if (isGoing(test) || test.notExecuted === 0) return null
  const lamps = rest.data?.results.map(({ cu, lamp }) => ({ cu, id: lamp }))
  return (
    <>
      <ReasonButton
        variant="default"
        because={because}
        loading={open && rest.isPending}
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('start.rest', { count: test.notExecuted })}
      </ReasonButton>
      {open && rest.error ? <ErrorState error={rest.error} retry={() => void rest.refetch()} /> : null}
      {open && lamps ? <StartTest lamps={lamps} kind={test.kind} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
