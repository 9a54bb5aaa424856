import { Button } from '@mantine/core'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { maxGroupNumber, maxGroupsPerLamp } from '@vigilux/contract/features/groups/group.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useTranslation } from 'react-i18next'
import { BottomSheet } from '../../shared/feedback/BottomSheet.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { OperationProgress } from '../operations/index.ts'
import { groupShareOf, nextShare } from './group-draft.ts'
import * as styles from './groups.module.css'
import { draftRefusal, useSendBlockedReason } from './send-blocked-reason.ts'
import { type GroupDraftState, useGroupDraft } from './use-group-draft.ts'
import { useGroupLabel } from './use-group-names.ts'

const allGroups = Array.from({ length: maxGroupNumber }, (_, at) => at + 1)

type SheetProps = {
  topic: string
  lamps: readonly Lamp[]
  draft: GroupDraftState
  onClose: () => void
  /** Without it the sheet closes once the changes are sent. */
  onSent?: () => void
}

/** The groups of a unit's lamps that are selected in a list. It stays open and shows how the unit takes them. */
export function SelectedGroupsSheet({ topic, lamps, onClose }: Omit<SheetProps, 'draft' | 'onSent'>) {
  const draft = useGroupDraft(topic, lamps)
  return <GroupsSheet topic={topic} lamps={lamps} draft={draft} onClose={onClose} onSent={() => undefined} />
}

/** The sixteen groups of several lamps at once, on a phone. */
export function GroupsSheet({ topic, lamps, draft, onClose, onSent = onClose }: SheetProps) {
  const { t } = useTranslation('groups')
  const blockedReason = useSendBlockedReason(topic, draft)
  const refusal = draftRefusal(draft)
  const send = async () => {
    await draft.send()
    onSent()
  }
  return (
    <BottomSheet opened onClose={onClose} title={t('dialog.title', { count: lamps.length })}>
      <p className="vx-quiet">{t('dialog.full', { count: maxGroupsPerLamp })}</p>
      <ul className={styles.groupShares}>
        {allGroups.map((group) => (
          <li key={group}>
            <GroupShare topic={topic} lamps={lamps} group={group} draft={draft} />
          </li>
        ))}
      </ul>
      {refusal ? (
        <p className={layoutStyles.refusal} role="alert">
          {refusal}
        </p>
      ) : null}
      {draft.operation ? <OperationProgress operation={draft.operation} /> : null}
      <FormFailure error={draft.error} />
      <div className={`${layoutStyles.actions} ${styles.groupFoot}`}>
        <ReasonButton blockedReason={blockedReason} loading={draft.busy} onClick={() => void send()}>
          {t('changes.send', { count: draft.changes.length })}
        </ReasonButton>
        <Button variant="default" disabled={draft.changes.length === 0} onClick={draft.discard}>
          {t('word.discard')}
        </Button>
      </div>
    </BottomSheet>
  )
}

const marks = { all: IconCheck, some: IconMinus, none: undefined } as const

/** A group with the number of lamps in it; a press goes on to all, none, and as it was. */
function GroupShare({ topic, lamps, group, draft }: Omit<SheetProps, 'onClose' | 'onSent'> & { group: number }) {
  const { t } = useTranslation('groups')
  const { number } = useFormats()
  const groupLabel = useGroupLabel()
  const { share, included, added, removed } = groupShareOf(draft.draft, lamps, group)
  const isChanged = added > 0 || removed > 0
  const Mark = share === 'none' && removed > 0 ? IconX : marks[share]
  const press = () => {
    const next = nextShare(draft.draft, lamps, group)
    if (next === 'before') draft.leaveGroup(lamps, group)
    else draft.turn(lamps, group, next === 'all')
  }
  const changeText = [added > 0 ? `+${number(added)}` : '', removed > 0 ? `−${number(removed)}` : ''].join(' ').trim()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a checkbox of three states with two texts
    <button
      type="button"
      role="checkbox"
      aria-checked={share === 'some' ? 'mixed' : share === 'all'}
      className={styles.groupShare}
      data-changed={isChanged || undefined}
      onClick={press}
    >
      <i aria-hidden>{Mark ? <Mark size={18} /> : null}</i>
      <span>{groupLabel(topic, group)}</span>
      <small>
        {isChanged ? changeText : t('matrix.usedOf', { used: number(included), max: number(lamps.length) })}
      </small>
    </button>
  )
}
