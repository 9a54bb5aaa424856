import { Button, Chip, SegmentedControl, Select } from '@mantine/core'
import { maxGroupNumber, maxGroupsPerLamp } from '@vigilux/contract/features/groups/group.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { Operation } from '@vigilux/contract/features/operations/operation.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { errorText } from '../../shared/i18n/i18n.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { lampRanges } from '../../shared/plant/lamp-ranges.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSentCommand } from '../../shared/plant/use-sent-command.tsx'
import { topicOf, useWhyNotBusy, useWhyNotCommand } from '../central-units/index.ts'
import { OperationProgress, useOperation } from '../operations/index.ts'
import { type GroupChange, type GroupPlan, planGroups } from './group-change.ts'
import { useGroupLabel } from './use-group-names.ts'

const changeModes = ['add', 'remove', 'exactly'] as const
type ChangeMode = (typeof changeModes)[number]

const allGroups = Array.from({ length: maxGroupNumber }, (_, at) => at + 1)

function commonGroups(lamps: readonly Lamp[]): number[] {
  return allGroups.filter((group) => lamps.every(({ groups }) => groups.includes(group)))
}

/** Adds a unit's selected lamps to groups or removes them, and shows the progress. */
export function GroupsDialog({
  topic,
  lamps,
  onClose,
}: {
  topic: string
  lamps: readonly Lamp[]
  onClose: () => void
}) {
  const { t } = useTranslation('groups')
  const { units } = useCurrentPlant()
  const [changeMode, setChangeMode] = useState<ChangeMode>('add')
  const [exactly, setExactly] = useState<readonly number[]>(() => commonGroups(lamps).slice(0, maxGroupsPerLamp))
  const [addedGroup, setAddedGroup] = useState(1)
  const [isTouched, setTouched] = useState(false)
  const groupSending = useSending(topic)
  const describeChange = useChangeText(topic, lamps.length)
  const unit = useWhyNotCommand()(units.find((candidate) => topicOf(candidate) === topic))
  const busy = useWhyNotBusy(topic)
  const change: GroupChange =
    changeMode === 'exactly' ? { do: changeMode, groups: exactly } : { do: changeMode, group: addedGroup }
  const plan = planGroups(change, lamps)
  const refusal = refusalText(plan)
  return (
    <FormDialog
      unsaved={isTouched && !groupSending.started}
      size="lg"
      onClose={onClose}
      title={t('dialog.title', { count: lamps.length })}
    >
      {(cancel) => (
        <div className={layoutStyles.dialogForm}>
          <SegmentedControl
            fullWidth
            aria-label={t('dialog.way')}
            value={changeMode}
            onChange={(value) => {
              setTouched(true)
              setChangeMode(value as ChangeMode)
            }}
            data={changeModes.map((value) => ({ value, label: t(`dialog.${value}`) }))}
          />
          <p className="vx-quiet">{t(`dialog.about.${changeMode}`)}</p>
          {changeMode === 'exactly' ? (
            <GroupChips
              topic={topic}
              chosen={exactly}
              onChange={(groups) => {
                setTouched(true)
                setExactly(groups)
              }}
            />
          ) : (
            <OneGroup topic={topic} value={addedGroup} onChange={setAddedGroup} />
          )}
          {refusal ? (
            <p className={layoutStyles.refusal} role="status">
              {refusal}
            </p>
          ) : null}
          {groupSending.shown}
          <FormFoot end>
            <Button variant="default" onClick={cancel}>
              {groupSending.started ? t('close') : t('cancel')}
            </Button>
            <ReasonButton
              blockedReason={
                unit ??
                busy ??
                refusal ??
                ('refused' in plan ? t('nothingToDo') : undefined) ??
                (groupSending.busy ? t('dialog.sending') : undefined)
              }
              onClick={() => void groupSending.send(plan, describeChange(change))}
            >
              {t('dialog.send', { count: lamps.length })}
            </ReasonButton>
          </FormFoot>
        </div>
      )}
    </FormDialog>
  )
}

/** The resulting groups in words: "40 lamps in group 3". */
function useChangeText(topic: string, count: number): (change: GroupChange) => string {
  const { t } = useTranslation('groups')
  const groupLabel = useGroupLabel()
  return (change) => {
    if (change.do !== 'exactly')
      return t(`dialog.doing.${change.do}`, { count, group: groupLabel(topic, change.group) })
    const groups = [...change.groups].sort((a, b) => a - b).map((group) => groupLabel(topic, group))
    const [onlyGroup] = groups
    return groups.length === 1 && onlyGroup
      ? t('dialog.doing.add', { count, group: onlyGroup })
      : t('dialog.doing.exactly', { count, groups: groups.join(', ') })
  }
}

/** Uses the server's text, because the server refuses the same. */
function refusalText(plan: GroupPlan): string | undefined {
  if (!('refused' in plan) || plan.refused === 'nothingToDo') return undefined
  return errorText('errors', plan.refused, { lamps: lampRanges(plan.lamps) })
}

type ChipsProps = { topic: string; chosen: readonly number[]; onChange: (groups: readonly number[]) => void }

function GroupChips({ topic, chosen, onChange }: ChipsProps) {
  const { t } = useTranslation('groups')
  const groupLabel = useGroupLabel()
  const isFull = chosen.length >= maxGroupsPerLamp
  return (
    <>
      <Chip.Group multiple value={chosen.map(String)} onChange={(values) => onChange(values.map(Number))}>
        <div className={layoutStyles.actions}>
          {allGroups.map((group) => (
            <Chip key={group} value={String(group)} disabled={isFull && !chosen.includes(group)}>
              {groupLabel(topic, group)}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      {isFull ? <p className="vx-quiet">{t('dialog.full', { count: maxGroupsPerLamp })}</p> : null}
    </>
  )
}

function OneGroup({ topic, value, onChange }: { topic: string; value: number; onChange: (group: number) => void }) {
  const { t } = useTranslation('groups')
  const groupLabel = useGroupLabel()
  return (
    <Select
      label={t('word.group')}
      allowDeselect={false}
      value={String(value)}
      onChange={(chosen) => onChange(Number(chosen ?? value))}
      data={allGroups.map((group) => ({ value: String(group), label: groupLabel(topic, group) }))}
    />
  )
}

/** Sends a plan as a command or a batch, and shows its progress. */
function useSending(topic: string) {
  const { plantId } = useCurrentPlant()
  const add = useSentCommand('setGroup')
  const remove = useSentCommand('removeGroup')
  const assign = useActionMutation('assignGroups', { refresh: ['getOperations'] })
  const [receipt, setReceipt] = useState<Operation | undefined>()
  const operation = useOperation(plantId, receipt)
  const [sentText, setSentText] = useState('')
  const send = async (plan: GroupPlan, changeText: string) => {
    if ('refused' in plan) return
    setSentText(changeText)
    const at = { plantId, topic }
    if (plan.send === 'assignGroups') {
      const response = await assign.mutateAsync({ ...at, lamps: plan.lamps }).catch(() => undefined)
      setReceipt(response?.operation)
      return
    }
    const { page, indexes, group } = plan
    await (plan.send === 'setGroup' ? add : remove).send({ ...at, page, indexes, group })
  }
  const shown = (
    <>
      {(add.command ?? remove.command) ? <b role="status">{sentText}</b> : null}
      {add.line}
      {remove.line}
      <FormFailure error={assign.error} />
      {operation ? <OperationProgress operation={operation} what={sentText} /> : null}
    </>
  )
  return {
    send,
    shown,
    started: operation !== undefined || add.command !== undefined || remove.command !== undefined,
    busy: assign.isPending || add.busy || remove.busy,
  }
}
