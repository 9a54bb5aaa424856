import { Button, NumberInput, Progress } from '@mantine/core'
import { IconBulb, IconPlayerPlay, IconSquare } from '@tabler/icons-react'
import type { PendingCommand } from '@vigilux/contract/features/commands/command.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { CommandProgress } from '../../shared/feedback/CommandProgress.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useCommand } from '../../shared/plant/use-command.ts'
import { topicOf, useWhyNotCommand } from '../central-units/index.ts'
import { StartTest, useTestBlockedReason } from '../emergency-tests/index.ts'
import { isLuminaire } from './lamp-lists.ts'
import * as styles from './lamps.module.css'

const defaultSeconds = 12
const maxSeconds = 600

/** Identifies a lamp, or opens the dialog of its tests; shows the progress. */
export function LampActions({ lamp }: { lamp: Lamp }) {
  const { t } = useTranslation('lamps')
  const { plantId, units } = useCurrentPlant()
  const unit = units.find((one) => topicOf(one) === lamp.cu)
  const testBlockedReason = useTestBlockedReason()(unit)
  const identifyBlockedReason = useWhyNotCommand('lasting')(unit)
  const identify = useActionMutation('identifyLamp')
  const identifyCommand = useCommand(plantId, identify.data)
  const [asksForTest, setAsksForTest] = useState(false)
  const [seconds, setSeconds] = useState<number | string>(defaultSeconds)
  const isDurationValid =
    typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 1 && seconds <= maxSeconds
  const start = () => {
    if (isDurationValid) identify.mutate({ plantId, topic: lamp.cu, addr: lamp.id, seconds })
  }
  const notTestable = lamp.type === 'emergency' ? undefined : t('select.noEmergency')
  const testReason = isLuminaire(lamp) ? (testBlockedReason ?? notTestable) : undefined
  return (
    <>
      <div className={layoutStyles.actions}>
        <ReasonButton
          blockedReason={
            identifyBlockedReason ??
            (identifyCommand?.pending ? t('whyNot.identifying') : undefined) ??
            (isDurationValid ? undefined : t('whyNot.seconds', { count: maxSeconds }))
          }
          loading={identify.isPending}
          leftSection={<IconBulb size={16} aria-hidden />}
          onClick={start}
        >
          {t('identify')}
        </ReasonButton>
        {isLuminaire(lamp) ? (
          <ReasonButton
            variant="default"
            blockedReason={testReason}
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            onClick={() => setAsksForTest(true)}
          >
            {t('test')}
          </ReasonButton>
        ) : null}
        {identifyBlockedReason === undefined ? (
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
        ) : null}
      </div>
      <ReasonOnPhone reason={testReason} />
      <FormFailure error={identify.error} />
      {identify.isPending || identifyCommand ? (
        <IdentifyProgress command={identifyCommand} label={t('identify')} again={start} />
      ) : null}
      {identifyCommand?.state === 'done' ? (
        <BlinkingLamp key={identifyCommand.id} lamp={lamp} seconds={identify.variables?.seconds ?? defaultSeconds} />
      ) : null}
      {asksForTest ? <StartTest lamps={[lamp]} onClose={() => setAsksForTest(false)} /> : null}
    </>
  )
}

/** A phone has no tooltip: it says below the button why it is unavailable. */
function ReasonOnPhone({ reason }: { reason: string | undefined }) {
  return usePhone() && reason ? <p className="vx-quiet">{reason}</p> : null
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
