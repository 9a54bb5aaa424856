import {
  IconAdjustmentsHorizontal,
  IconBulb,
  IconCursorText,
  IconDownload,
  IconPlayerPlay,
  IconReplace,
  IconRoute,
  IconTool,
  IconTrash,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { PendingCommand } from '@vigilux/contract/features/commands/command.ts'
import { walkLimits } from '@vigilux/contract/features/commissioning/walk-limits.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { maxIdentifiedLamps, maxSurveyedLamps } from '@vigilux/contract/features/lamps/param-survey.rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../shared/api/api-failure.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { lazy } from '../../shared/lazy.tsx'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useStartWalk } from '../../shared/plant/use-start-walk.ts'
import { BarAction } from '../../shared/table/BarAction.tsx'
import { useExport } from '../../shared/table/ExportMenu.tsx'
import type { Column } from '../../shared/table/table-model.ts'
import { pathTo } from '../../site-map.ts'
import { topicOf, useWhyNotAllowed, useWhyNotCommand } from '../central-units/index.ts'
import { StartTest } from '../emergency-tests/index.ts'
import { GroupsDialog, SelectedGroupsSheet } from '../groups/index.ts'
import { RenameDialog } from '../lamp-labels/index.ts'
import { EditLampPlaces } from './EditLampPlaces.tsx'
import { keyOfLamp } from './lamp-lists.ts'
import { useWriteBlockedReason } from './use-write-blocked-reason.ts'

const ParamsDialog = lazy(async () => (await import('./ParamsDialog.tsx')).ParamsDialog)
/** Seconds of blinking of the selected lamps, all at once: long enough to walk past. */
const blinkSeconds = 12

type Sent = { lamp: Lamp; command: PendingCommand }

type SelectionProps = {
  lamps: readonly Lamp[]
  /** Title of the list and of its exported file. */
  title: string
  columns: readonly Column<Lamp>[]
}

/** Actions on the selected lamps, and the outcome for each. */
export function LampSelection({ lamps, title, columns }: SelectionProps) {
  const { t } = useTranslation('lamps')
  const { plantId, units } = useCurrentPlant()
  const navigateTo = useNavigateTo()
  const notAllowed = useWhyNotAllowed()
  const workBlockedReason = useWhyNotCommand()
  const identifyBlockedReason = useWhyNotCommand('lasting')
  const [sentCommands, setSentCommands] = useState<readonly Sent[]>([])
  const [open, setOpen] = useState<'groups' | 'params' | 'rename' | 'test' | undefined>()
  const { along } = useStartWalk()
  const Groups = usePhone() ? SelectedGroupsSheet : GroupsDialog
  const exportAs = useExport({ title, rows: async () => lamps, columns })
  const identify = useActionMutation('identifyLamps')
  const topics = [...new Set(lamps.map(({ cu }) => cu))]
  const firstReason = (unitBlockedReason: typeof workBlockedReason) =>
    topics
      .map((topic) => unitBlockedReason(units.find((unit) => topicOf(unit) === topic)))
      .find((reason) => reason !== undefined)
  const blockedReason = firstReason(workBlockedReason)
  const writeReason = useWriteBlockedReason(topics)
  const [topic = ''] = topics

  const identifyAll = async () => {
    const targets = lamps.map(({ cu, id }) => ({ topic: cu, addr: id }))
    const response = await identify.mutateAsync({ plantId, lamps: targets, seconds: blinkSeconds }).catch(() => null)
    setSentCommands(
      response?.commands.flatMap((command, at) => (lamps[at] ? [{ lamp: lamps[at], command }] : [])) ?? [],
    )
  }

  const limitReasons = useReasons(lamps, topics.length)
  const configure = (mode: string) => {
    const ids = lamps.map(({ id }) => id).sort((x, y) => x - y)
    navigateTo(pathTo('configureUnit', { plantId, unit: topic }, { mode, step: 'lamps', lamps: ids.join(',') }))
  }
  return (
    <>
      {identify.error ? <span role="alert">{failureText(identify.error)}</span> : null}
      {sentCommands.length > 0 && !identify.error ? <Answers sent={sentCommands} /> : null}
      <BarAction
        icon={<IconBulb size={16} />}
        blockedReason={firstReason(identifyBlockedReason) ?? limitReasons.tooMany}
        onClick={() => void identifyAll()}
      >
        {t('identify')}
      </BarAction>
      <BarAction
        icon={<IconPlayerPlay size={16} />}
        blockedReason={notAllowed ?? limitReasons.noEmergency}
        onClick={() => setOpen('test')}
      >
        {t('test')}
      </BarAction>
      <BarAction
        icon={<IconUsersGroup size={16} />}
        blockedReason={limitReasons.oneUnit ?? blockedReason ?? limitReasons.notLamps}
        onClick={() => setOpen('groups')}
      >
        {t('word.groups')}
      </BarAction>
      <BarAction
        icon={<IconAdjustmentsHorizontal size={16} />}
        blockedReason={limitReasons.tooManyForParams ?? writeReason.blockedReason}
        onClick={() => setOpen('params')}
      >
        {t('select.parameters')}
      </BarAction>
      <BarAction icon={<IconCursorText size={16} />} blockedReason={notAllowed} onClick={() => setOpen('rename')}>
        {t('texts.rename')}
      </BarAction>
      <EditLampPlaces lamps={lamps} />
      <BarAction
        icon={<IconRoute size={16} />}
        blockedReason={notAllowed ?? limitReasons.tooManyToWalk}
        onClick={() => void along({ lamps })}
      >
        {t('select.walk')}
      </BarAction>
      <PlanRound lamps={lamps} />
      <BarAction
        icon={<IconReplace size={16} />}
        blockedReason={limitReasons.oneUnit ?? blockedReason}
        onClick={() => configure('substitute')}
      >
        {t('select.replace')}
      </BarAction>
      <BarAction
        icon={<IconTrash size={16} />}
        blockedReason={limitReasons.oneUnit ?? blockedReason}
        onClick={() => configure('delete')}
      >
        {t('select.delete')}
      </BarAction>
      <BarAction icon={<IconDownload size={16} />} onClick={() => exportAs('xlsx')}>
        {t('table.export')}
      </BarAction>
      {open === 'groups' ? <Groups topic={topic} lamps={lamps} onClose={() => setOpen(undefined)} /> : null}
      {open === 'rename' ? <RenameDialog lamps={lamps} onClose={() => setOpen(undefined)} /> : null}
      {open === 'test' ? (
        <StartTest lamps={lamps.filter(({ type }) => type === 'emergency')} onClose={() => setOpen(undefined)} />
      ) : null}
      {open === 'params' ? <ParamsDialog lamps={lamps} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}

/** Which of the blinking lamps have answered, and which have not. */
function Answers({ sent }: { sent: readonly Sent[] }) {
  const { t } = useTranslation('lamps')
  const { commands } = useCurrentPlant()
  const now = (command: PendingCommand) => commands.find(({ id }) => id === command.id) ?? command
  const answeredCount = sent.filter(({ command }) => now(command).state === 'done').length
  const silentCommands = sent.filter(({ command }) => now(command).state === 'failed')
  const lamps = silentCommands.map(({ lamp }) => lampNumber(lamp.id)).join(', ')
  return (
    <span role="status">
      {t('select.answered', { answered: answeredCount, count: sent.length })}
      {silentCommands.length > 0 ? ` · ${t('select.silent', { lamps })}` : ''}
    </span>
  )
}

/** Why some actions are unavailable for this selection. */
function useReasons(lamps: readonly Lamp[], units: number) {
  const { t } = useTranslation('lamps')
  return {
    tooMany: lamps.length > maxIdentifiedLamps ? t('select.tooMany', { count: maxIdentifiedLamps }) : undefined,
    tooManyForParams:
      lamps.length > maxSurveyedLamps ? t('select.tooManyAtOnce', { count: maxSurveyedLamps }) : undefined,
    tooManyToWalk: lamps.length > walkLimits.lamps ? t('select.tooManyAtOnce', { count: walkLimits.lamps }) : undefined,
    noEmergency: lamps.every(({ type }) => type !== 'emergency') ? t('select.noEmergency') : undefined,
    notLamps: lamps.every(({ type }) => type === 'emergency' || type === 'lighting') ? undefined : t('select.notLamps'),
    oneUnit: units > 1 ? t('select.oneUnit', { count: units }) : undefined,
  }
}

/** Adds the faults of the selected lamps to a round. */
function PlanRound({ lamps }: { lamps: readonly Lamp[] }) {
  const { t } = useTranslation('lamps')
  const { plantId } = useCurrentPlant()
  const navigateTo = useNavigateTo()
  const notAllowed = useWhyNotAllowed()
  const plan = lamps.filter(({ errors }) => errors.length > 0).map(keyOfLamp)
  return (
    <BarAction
      icon={<IconTool size={16} />}
      blockedReason={notAllowed ?? (plan.length === 0 ? t('select.noFault') : undefined)}
      onClick={() => navigateTo(pathTo('rounds', { plantId }, { plan: plan.join(',') }))}
    >
      {t('word.planARound')}
    </BarAction>
  )
}
