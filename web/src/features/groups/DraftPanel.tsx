import { Button, Kbd } from '@mantine/core'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { OperationProgress } from '../operations/index.ts'
import * as styles from './groups.module.css'
import { draftRefusal, useSendBlockedReason } from './send-blocked-reason.ts'
import type { GroupDraftState } from './use-group-draft.ts'
import { useGroupLabel } from './use-group-names.ts'

/** Maximum number of named lamps; the others are counted. */
const maxNamed = 12

const keys = [
  ['move', ['↑', '↓', '←', '→']],
  ['toggle', ['Space']],
  ['digit', ['1', '…', '9']],
  ['range', ['Shift', '↑', '↓']],
  ['back', ['Ctrl', 'Z']],
] as const

type PanelProps = { topic: string; draft: GroupDraftState; withKeys: boolean }

/** Unreported changes, the reason for a blocked send, and the send button. */
export function DraftPanel({ topic, draft, withKeys }: PanelProps) {
  const { t } = useTranslation('groups')
  const blockedReason = useSendBlockedReason(topic, draft)
  const { changes, operation } = draft
  const count = changes.length
  const refusal = draftRefusal(draft)
  return (
    <aside className={`vx-card ${styles.draft}`}>
      <h2>{count === 0 ? t('changes.none') : t('changes.title', { count })}</h2>
      <p className="vx-quiet">{t('changes.about')}</p>
      <ChangeList topic={topic} draft={draft} />
      {refusal ? (
        <p className={layoutStyles.refusal} role="alert">
          {refusal}
        </p>
      ) : null}
      {operation && operation.state !== 'done' ? <OperationProgress operation={operation} /> : null}
      <FormFailure error={draft.error} />
      {withKeys ? <Keys /> : null}
      <div className={layoutStyles.actions}>
        <Button variant="default" disabled={count === 0} onClick={draft.discard}>
          {t('word.discard')}
        </Button>
        <ReasonButton blockedReason={blockedReason} loading={draft.busy} onClick={() => void draft.send()}>
          {t('changes.send', { count })}
        </ReasonButton>
      </div>
    </aside>
  )
}

function ChangeList({ topic, draft: { changes, leaveLamp } }: { topic: string; draft: GroupDraftState }) {
  const { t } = useTranslation('groups')
  const groupLabel = useGroupLabel()
  const formatGroups = (groups: readonly number[]) => groups.map((group) => groupLabel(topic, group)).join(', ')
  return (
    <>
      <ul className={styles.draftLamps}>
        {changes.slice(0, maxNamed).map(({ addr, before, after }) => {
          const addedText = formatGroups(after.filter((group) => !before.includes(group)))
          const removedText = formatGroups(before.filter((group) => !after.includes(group)))
          const number = lampNumber(addr)
          return (
            <li key={addr}>
              <b>{number}</b>
              <span>
                {addedText && removedText
                  ? t('changes.both', { into: addedText, out: removedText })
                  : addedText
                    ? t('changes.into', { into: addedText })
                    : t('changes.out', { out: removedText })}
              </span>
              <button
                type="button"
                className="vx-linklike"
                aria-label={t('changes.undoOf', { number })}
                onClick={() => leaveLamp(addr)}
              >
                {t('changes.undo')}
              </button>
            </li>
          )
        })}
      </ul>
      {changes.length > maxNamed ? (
        <p className="vx-quiet">{t('changes.more', { count: changes.length - maxNamed })}</p>
      ) : null}
    </>
  )
}

function Keys() {
  const { t } = useTranslation('groups')
  return (
    <section>
      <h3>{t('keys.title')}</h3>
      <dl className={styles.draftKeys}>
        {keys.map(([name, keyLabels]) => (
          <div key={name}>
            <dt>{t(`keys.${name}`)}</dt>
            <dd>
              {keyLabels.map((sign) => (
                <Kbd key={sign} size="xs">
                  {sign === 'Space' ? t('keys.space') : sign}
                </Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
