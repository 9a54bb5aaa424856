import type { HeldTest } from '@vigilux/contract/features/emergency-tests/held-test.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { RoleAction } from '../../shared/plant/RoleAction.tsx'
import { serialOf, useWhyNotAllowed } from '../central-units/index.ts'
import * as styles from './emergency-tests.module.css'

/** Scheduled tests waiting for their time or for charged batteries, to cancel; hidden without any. */
export function HeldTests() {
  const { t } = useTranslation('emergency-tests')
  const { plantId } = useCurrentPlant()
  const { held } = useAnswer('getHeldTests', { plantId })
  if (held.length === 0) return null
  return (
    <Card title={t('held.title')}>
      <ul className={styles.nextTests}>
        {held.map((heldTest) => (
          <li key={heldTest.id}>
            <HeldTestLine held={heldTest} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function HeldTestLine({ held }: { held: HeldTest }) {
  const { t } = useTranslation('emergency-tests')
  const { plantId, plant } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const blockedReason = useWhyNotAllowed()
  const cancel = useActionMutation('cancelHeldTest', { refresh: ['getHeldTests'] })
  const requester = held.requestedBy
  const lamps = held.lamps.length > 0 ? t('report.lamps', { count: held.lamps.length }) : t('held.allLamps')
  return (
    <>
      <span>
        <b>{t(`kind.${held.kind}`)}</b> · {t('now.unit', { serial: serialOf(held.cu) })} · {lamps}
        <br />
        {held.startsAt
          ? t('held.byVigilux', { time: dateTime(held.startsAt), who: requester })
          : t('held.whenCharged', { who: requester })}
        {held.chargedAt ? <> · {t('held.about', { time: dateTime(held.chargedAt) })}</> : null}
        {held.reason ? (
          <>
            <br />
            <span className="vx-quiet">{t(`held.reason.${held.reason}`)}</span>
          </>
        ) : null}
        <FormFailure error={cancel.error} />
      </span>
      <RoleAction>
        <ReasonButton
          variant="default"
          size="compact-sm"
          blockedReason={blockedReason ?? (held.reTest ? t('held.reTest') : undefined)}
          loading={cancel.isPending}
          aria-label={`${t('held.cancel')}: ${t(`kind.${held.kind}`)}, ${serialOf(held.cu)}`}
          onClick={() => cancel.mutate({ plantId, heldTestId: held.id })}
        >
          {t('held.cancel')}
        </ReasonButton>
      </RoleAction>
    </>
  )
}
