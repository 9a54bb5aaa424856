import { IconAlertTriangleFilled, IconCircleCheck } from '@tabler/icons-react'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import type { TFunction } from 'i18next'
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

/** Legal requirements of a logbook, item by item, and the last signed entry; on the phone one line that unfolds. */
export function LogbookBand() {
  const { t } = useTranslation('logbook')
  const { plantId } = useCurrentPlant()
  const state = useAnswer('getLogbookState', { plantId })
  const phone = usePhone()
  if (phone) return <PhoneBand state={state} />
  return (
    <section className={`vx-card ${styles.band}`} aria-label={t('required')}>
      <div className={styles.bandHead}>
        <b>{t('required')}</b>
        <span>{doneText(state, t)}</span>
      </div>
      <BandItems state={state} />
      <div className={styles.bandSigned}>
        <SignedUpTo state={state} />
        <SignButton state={state} />
      </div>
    </section>
  )
}

type BandProps = { state: LogbookState }

function PhoneBand({ state }: BandProps) {
  const { t } = useTranslation('logbook')
  const { plant } = useCurrentPlant()
  const isComplete = state.items.every(({ missing }) => missing === null)
  const unsigned = countUnsigned(state)
  const maySign = roleMay(plant.role, 'logbook.sign')
  return (
    <section className={`vx-card ${styles.phoneBand}`} aria-label={t('required')}>
      <details>
        <summary className={styles.bandState} data-missing={!isComplete || undefined}>
          <BandState isComplete={isComplete} title={doneText(state, t)}>
            {unsigned > 0 ? t('unsigned', { count: unsigned }) : t('sign.nothing')}
          </BandState>
        </summary>
        <BandItems state={state} />
        <div className={styles.bandHead}>
          <SignedUpTo state={state} />
          {maySign ? null : <small>{t('sign.mayNot')}</small>}
        </div>
      </details>
      {maySign && unsigned > 0 ? <SignButton state={state} /> : null}
    </section>
  )
}

/** Entries since the last signed one. */
const countUnsigned = ({ head, signed }: LogbookState): number => head.no - (signed?.upTo ?? 0)

const doneText = ({ items }: LogbookState, t: TFunction<'logbook'>): string =>
  t('done', { done: items.filter(({ missing }) => missing === null).length, total: items.length })

const BandItems = ({ state }: BandProps) => (
  <ul className={styles.bandItems}>
    {state.items.map((item) => (
      <BandItem key={item.item} {...item} />
    ))}
  </ul>
)

function BandItem({ item, missing }: Item) {
  const { t } = useTranslation('logbook')
  return (
    <li className={styles.bandState} data-missing={missing !== null || undefined}>
      <BandState isComplete={missing === null} title={t(`item.${item}`)}>
        {missing === null ? t('complete') : t(`missing.${missing}`)}
      </BandState>
    </li>
  )
}

function BandState({ isComplete, title, children }: { isComplete: boolean; title: string; children: string }) {
  const Sign = isComplete ? IconCircleCheck : IconAlertTriangleFilled
  return (
    <>
      <Sign size={16} aria-hidden />
      <b>{title}</b>
      <span>{children}</span>
    </>
  )
}

function SignedUpTo({ state: { signed } }: BandProps) {
  const { t } = useTranslation('logbook')
  const { plant } = useCurrentPlant()
  const { number, date } = useFormats(plant.timezone)
  return (
    <div>
      <b>{signed ? t('signedUpTo', { no: number(signed.upTo) }) : t('notSigned')}</b>
      {signed ? (
        <span>{t('signedBy', { name: signed.by ?? erasedPersonText(signed.person, t), day: date(signed.at) })}</span>
      ) : null}
    </div>
  )
}

/** Opens the dialog in which the logbook is signed; a link can open it too. */
function SignButton({ state }: BandProps) {
  const { t } = useTranslation('logbook')
  const { plant } = useCurrentPlant()
  const [{ sign, inTurn }, change] = useSearchParams()
  const signNext = useSignNext()
  const close = () => change({ sign: undefined, inTurn: undefined })
  const nothingToSign = countUnsigned(state) > 0 ? undefined : t('sign.nothing')
  const maySign = roleMay(plant.role, 'logbook.sign')
  const blockedReason = archivedReason(plant) ?? (maySign ? nothingToSign : t('sign.mayNot'))
  return (
    <>
      <ReasonButton variant="default" blockedReason={blockedReason} onClick={() => change({ sign: '1' })}>
        {t('sign.now')}
      </ReasonButton>
      {sign && !blockedReason ? (
        <SignDialog
          key={plant.plant_id}
          state={state}
          firstMonth={sign}
          onClose={close}
          onSigned={inTurn ? () => void signNext(close) : close}
        />
      ) : null}
    </>
  )
}
