import { IconAlertTriangleFilled, IconCircleCheck } from '@tabler/icons-react'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { lazy } from '../../shared/lazy.tsx'
import { archivedReason } from '../../shared/plant/can-change.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { erasedPersonText } from './entry-texts.ts'
import * as styles from './logbook.module.css'
import { useSignNext } from './use-sign-next.ts'

const SignDialog = lazy(async () => (await import('./SignDialog.tsx')).SignDialog)

type LogbookState = ActionOutput<'getLogbookState'>
type Item = LogbookState['items'][number]

/** Legal requirements of a logbook, item by item, and the last signed entry; on the phone a collapsible row. */
export function LogbookBand() {
  const { t } = useTranslation('logbook')
  const { plantId } = useCurrentPlant()
  const state = useAnswer('getLogbookState', { plantId })
  const phone = usePhone()
  const done = state.items.filter(({ missing }) => missing === null).length
  const header = (
    <>
      <b>{t('required')}</b>
      <span>{t('done', { done, total: state.items.length })}</span>
    </>
  )
  const items = (
    <ul className={styles.bandItems}>
      {state.items.map((item) => (
        <BandItem key={item.item} {...item} />
      ))}
    </ul>
  )
  return (
    <section className={`vx-card ${styles.band}`} aria-label={t('required')}>
      {phone ? (
        <details>
          <summary className={styles.bandHead}>{header}</summary>
          {items}
        </details>
      ) : (
        <>
          <div className={styles.bandHead}>{header}</div>
          {items}
        </>
      )}
      <SignedState state={state} />
    </section>
  )
}

function BandItem({ item, missing }: Item) {
  const { t } = useTranslation('logbook')
  const Sign = missing === null ? IconCircleCheck : IconAlertTriangleFilled
  return (
    <li data-missing={missing !== null || undefined}>
      <Sign size={16} aria-hidden />
      <b>{t(`item.${item}`)}</b>
      <span>{missing === null ? t('complete') : t(`missing.${missing}`)}</span>
    </li>
  )
}

function SignedState({ state }: { state: LogbookState }) {
  const { t } = useTranslation('logbook')
  const { plant } = useCurrentPlant()
  const { number, date } = useFormats(plant.timezone)
  const [{ sign, inTurn }, change] = useSearchParams()
  const signNext = useSignNext()
  const close = () => change({ sign: undefined, inTurn: undefined })
  const { signed, head } = state
  const nothingToSign = head.no <= (signed?.upTo ?? 0) ? t('sign.nothing') : undefined
  const phone = usePhone()
  const maySign = roleMay(plant.role, 'logbook.sign')
  const blockedReason = archivedReason(plant) ?? (maySign ? nothingToSign : t('sign.mayNot'))
  return (
    <div className={styles.bandSigned}>
      <div>
        <b>{signed ? t('signedUpTo', { no: number(signed.upTo) }) : t('notSigned')}</b>
        {signed ? (
          <span>{t('signedBy', { name: signed.by ?? erasedPersonText(signed.person, t), day: date(signed.at) })}</span>
        ) : null}
      </div>
      {phone && !maySign ? (
        <small>{t('sign.mayNot')}</small>
      ) : (
        <ReasonButton variant="default" blockedReason={blockedReason} onClick={() => change({ sign: '1' })}>
          {t('sign.now')}
        </ReasonButton>
      )}
      {sign && !blockedReason ? (
        <SignDialog
          key={plant.plant_id}
          state={state}
          firstMonth={sign}
          onClose={close}
          onSigned={inTurn ? () => void signNext(close) : close}
        />
      ) : null}
    </div>
  )
}
