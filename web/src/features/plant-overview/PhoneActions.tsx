import { Button } from '@mantine/core'
import { IconBulb, IconPlayerPlay, IconSignature, IconTool } from '@tabler/icons-react'
import { reportsInhibition } from '@vigilux/contract/features/remote-panel/panel-state.rules.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { PlantInhibitionStep } from '../remote-panel/index.ts'
import { RegisterButton } from '../reports/index.ts'

/** A next step; only the first one of the bar is filled. */
type Step = { name: string; button: (isFirst: boolean) => ReactNode }

/** Maximum actions at the thumb; the menu has the others. */
const maxShown = 2

/** The two most urgent next steps of the role, by the state of the plant. */
export function PhoneActions() {
  const steps = useSteps().slice(0, maxShown)
  return steps.map(({ name, button }, at) => <Step key={name} button={button} isFirst={at === 0} />)
}

function Step({ button, isFirst }: Pick<Step, 'button'> & { isFirst: boolean }) {
  return button(isFirst)
}

type LinkProps = { to: string; isFirst: boolean; icon: ReactNode; children: string }

function StepLink({ to, isFirst, icon, children }: LinkProps) {
  return (
    <Button {...(isFirst ? {} : { variant: 'default' })} component={AppLink} to={to} leftSection={icon}>
      {children}
    </Button>
  )
}

/** All next steps, the most urgent first. Ending an inhibition lights the lamps of a mains failure. */
function useSteps(): readonly Step[] {
  const { t } = useTranslation('plant-overview')
  const { plantId, plant, units } = useCurrentPlant()
  const mayWork = useWhyNotAllowed() === undefined
  const signature = useAnswer('getWeek', { plantId }).duties.find(
    ({ kind, allowed }) => kind === 'signature' && allowed,
  )
  const link = (name: string, to: string, icon: ReactNode, text: string): Step => ({
    name,
    button: (isFirst) => (
      <StepLink to={to} isFirst={isFirst} icon={icon}>
        {text}
      </StepLink>
    ),
  })
  const inhibited = units.filter(reportsInhibition)
  const inhibition: Step = { name: 'inhibition', button: (isFirst) => <PlantInhibitionStep filled={isFirst} /> }
  const darkLamps = link('lamps', pathTo('devices', { plantId }, { f: 'emergency' }), lampIcon, t('word.seeTheLamps'))
  const repair = link('repair', pathTo('rounds', { plantId }), repairIcon, t('action.planRepair'))
  const test = link('test', pathTo('plantReport', { plantId }, { start: '1' }), testIcon, t('word.startTest'))
  const sign = link(
    'sign',
    pathTo('logbook', { plantId }, { sign: signature?.month ?? '1' }),
    signIcon,
    t('action.signLogbook'),
  )
  const mayEnd = inhibited.length > 0 && roleMay(plant.role, 'panel.operate') && plant.archived_at === null
  const isDark = inhibited.some(({ on_battery }) => on_battery)
  const order: readonly [Step, boolean][] = [
    [inhibition, mayEnd && isDark],
    [darkLamps, plant.counts.emergency > 0],
    [inhibition, mayEnd && !isDark],
    [repair, mayWork && plant.counts.error > 0],
    [test, mayWork],
    [sign, !mayWork && signature !== undefined],
    [{ name: 'register', button: (isFirst) => <RegisterButton filled={isFirst} /> }, true],
  ]
  return order.flatMap(([step, applies]) => (applies ? [step] : []))
}

const lampIcon = <IconBulb size={16} aria-hidden />
const repairIcon = <IconTool size={16} aria-hidden />
const testIcon = <IconPlayerPlay size={16} aria-hidden />
const signIcon = <IconSignature size={16} aria-hidden />
