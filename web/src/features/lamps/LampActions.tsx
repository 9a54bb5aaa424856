import { Button, NumberInput, Progress } from '@mantine/core'
import { IconBulb, IconMapPin, IconPlayerPlay, IconSquare } from '@tabler/icons-react'
import type { PendingCommand } from '@vigilux/contract/features/commands/command.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { isBatteryFault } from '@vigilux/contract/features/maintenance-rounds/fault-proof.rules.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { CommandProgress } from '../../shared/feedback/CommandProgress.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useCommand } from '../../shared/plant/use-command.ts'
import { pathTo } from '../../site-map.ts'
import { AddLampPhoto } from '../attachments/index.ts'
import { topicOf, useWhyNotCommand } from '../central-units/index.ts'
import { StartTest, useTestBlockedReason } from '../emergency-tests/index.ts'
import { BatteryReplaced } from '../maintenance-rounds/index.ts'
import { isLuminaire } from './lamp-lists.ts'
import * as styles from './lamps.module.css'

const defaultSeconds = 12
const maxSeconds = 600

/** Why a lamp cannot blink, by its unit or by the role. */
function useUnitBlockedReason({ cu }: Lamp): string | undefined {
  const { units } = useCurrentPlant()
  return useWhyNotCommand('lasting')(units.find((unit) => topicOf(unit) === cu))
}

/** Identifies a lamp for a number of seconds, starts its tests, and records its new battery. */
export function LampActions({ lamp }: { lamp: Lamp }) {
  const { t } = useTranslation('lamps')
  const isBlocked = useUnitBlockedReason(lamp) !== undefined
  const [seconds, setSeconds] = useState<number | string>(defaultSeconds)
  const isDurationValid =
    typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 1 && seconds <= maxSeconds
  return (
    <IdentifyAction lamp={lamp} seconds={isDurationValid ? seconds : null}>
      {isBlocked ? null : (
        <NumberInput
          className={styles.blinkSeconds}
          aria-label={t('identifySeconds')}
          value={seconds}
          min={1}
          max={maxSeconds}
          clampBehavior="none"
          allowDecimal={false}
          suffix=" s"
          onChange={setSeconds}
        />
      )}
      <TestAction lamp={lamp} variant="default" />
      {lamp.type === 'emergency' ? <BatteryReplaced lamp={lamp} variant="default" /> : null}
    </IdentifyAction>
  )
}

/** Actions at the thumb for a faulty lamp on a phone: while its battery is faulty, a new one comes before a test. */
export function ThumbActions({ lamp }: { lamp: Lamp }) {
  const hasBatteryFault = lamp.type === 'emergency' && lamp.errors.some(isBatteryFault)
  return (
    <div className={styles.thumbActions}>
      {lamp.type === 'emergency' ? (
        <BatteryReplaced lamp={lamp} variant={hasBatteryFault ? 'filled' : 'default'} />
      ) : null}
      <TestAction lamp={lamp} variant={hasBatteryFault ? 'default' : 'filled'} />
    </div>
  )
}

/** Actions at a faulty lamp on a phone, apart from those at the thumb. */
export function LampShortcuts({ lamp }: { lamp: Lamp }) {
  const { t } = useTranslation('lamps')
  const { plantId } = useCurrentPlant()
  return (
    <div className={styles.shortcuts}>
      <IdentifyAction lamp={lamp} seconds={defaultSeconds} variant="default">
        <Button
          component={AppLink}
          to={pathTo('plantMaps', { plantId }, { lamp: `${lamp.cu}.${lamp.id}` })}
          variant="default"
          leftSection={<IconMapPin size={16} aria-hidden />}
        >
          {t('onPlan')}
        </Button>
        <AddLampPhoto topic={lamp.cu} addr={lamp.id} fromCamera label={t('photo')} />
      </IdentifyAction>
    </div>
  )
}

type IdentifyProps = {
  lamp: Lamp
  /** Null if what is typed is no duration. */
  seconds: number | null
  variant?: 'default' | 'filled'
  /** Beside the button. */
  children: ReactNode
}

function IdentifyAction({ lamp, seconds, variant = 'filled', children }: IdentifyProps) {
  const { t } = useTranslation('lamps')
  const { plantId } = useCurrentPlant()
  const unitBlockedReason = useUnitBlockedReason(lamp)
  const identify = useActionMutation('identifyLamp')
  const command = useCommand(plantId, identify.data)
  const start = () => {
    if (seconds !== null) identify.mutate({ plantId, topic: lamp.cu, addr: lamp.id, seconds })
  }
  return (
    <>
      <div className={layoutStyles.actions}>
        <ReasonButton
          variant={variant}
          blockedReason={
            unitBlockedReason ??
            (command?.pending ? t('whyNot.identifying') : undefined) ??
            (seconds === null ? t('whyNot.seconds', { count: maxSeconds }) : undefined)
          }
          loading={identify.isPending}
          leftSection={<IconBulb size={16} aria-hidden />}
          onClick={start}
        >
          {t('identify')}
        </ReasonButton>
        {children}
      </div>
      <FormFailure error={identify.error} />
      {identify.isPending || command ? (
        <IdentifyProgress command={command} label={t('identify')} again={start} />
      ) : null}
      {command?.state === 'done' ? (
        <BlinkingLamp key={command.id} lamp={lamp} seconds={identify.variables?.seconds ?? defaultSeconds} />
      ) : null}
    </>
  )
}

/** Opens the dialog of a luminaire's tests. */
function TestAction({ lamp, variant }: { lamp: Lamp; variant: 'default' | 'filled' }) {
  const { t } = useTranslation('lamps')
  const { units } = useCurrentPlant()
  const unitBlockedReason = useTestBlockedReason()(units.find((unit) => topicOf(unit) === lamp.cu))
  const [isOpen, setOpen] = useState(false)
  if (!isLuminaire(lamp)) return null
  const blockedReason = unitBlockedReason ?? (lamp.type === 'emergency' ? undefined : t('select.noEmergency'))
  return (
    <>
      <ReasonButton
        variant={variant}
        blockedReason={blockedReason}
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('test')}
      </ReasonButton>
      <ReasonOnPhone reason={blockedReason} />
      {isOpen ? <StartTest lamps={[lamp]} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** A phone has no tooltip: it says below the button why it is unavailable. */
function ReasonOnPhone({ reason }: { reason: string | undefined }) {
  return usePhone() && reason ? <p className={`vx-quiet ${styles.ownLine}`}>{reason}</p> : null
}

type ProgressingProps = { command: PendingCommand | undefined; label: string; again: () => void }

function IdentifyProgress({ command, label, again }: ProgressingProps) {
  const { t } = useTranslation('shared')
  return (
    <div className={styles.lampCommand}>
      <b>{label}</b>
      <CommandProgress
        command={command}
        action={
          <Button variant="subtle" size="compact-sm" onClick={again}>
            {t('tryAgain')}
          </Button>
        }
      />
    </div>
  )
}

/** Remaining blink time, from the moment the unit answered. */
function BlinkingLamp({ lamp, seconds }: { lamp: Lamp; seconds: number }) {
  const { t } = useTranslation('lamps')
  const { plantId } = useCurrentPlant()
  const { duration } = useFormats()
  const [since] = useState(() => Date.now())
  const now = useNow(500)
  const stop = useActionMutation('stopIdentifyLamp')
  const stopping = useCommand(plantId, stop.data)
  const remainingSeconds = Math.max(0, seconds - (now - since) / 1000)
  if (remainingSeconds === 0 || stopping?.state === 'done') return null
  return (
    <div className={styles.blinking}>
      <p>
        <b>{t('blinking')}</b>
        <span>{t('blinkLeft', { left: duration(remainingSeconds * 1000), all: duration(seconds * 1000) })}</span>
      </p>
      <Progress value={(100 * remainingSeconds) / seconds} aria-label={t('blinking')} />
      <Button
        variant="default"
        leftSection={<IconSquare size={14} aria-hidden />}
        loading={stop.isPending || stopping?.pending === true}
        onClick={() => stop.mutate({ plantId, topic: lamp.cu, addr: lamp.id })}
      >
        {t('stopBlinking')}
      </Button>
      <FormFailure error={stop.error} />
    </div>
  )
}
