import { Button } from '@mantine/core'
import type { DemoUnit } from '@vigilux/contract/demo.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useTranslation } from 'react-i18next'
import { toastDone } from '../shared/feedback/toast.ts'
import { FormFailure } from '../shared/form/FormParts.tsx'
import { serialOf } from '../shared/plant/unit-topic.ts'
import * as styles from './demo.module.css'
import { useDemoControl } from './demo-api.ts'
import type { DemoPlace } from './demo-place.ts'

const maxShown = 4

type Lamp = { topic: string; addr: number }
type LampsProps = { place: DemoPlace; units: readonly DemoUnit[] }

const areSame = (one: Lamp, other: Lamp | undefined) => one.topic === other?.topic && one.addr === other.addr

/** Breaks a lamp, the open one or any, and shows some broken lamps, each with its repair. */
export function BrokenLamps({ place: { plantId, lamp: open }, units }: LampsProps) {
  const { t } = useTranslation('demo')
  const control = useDemoControl()
  const labelValues = ({ topic, addr }: Lamp) => ({ number: lampNumber(addr), serial: serialOf(topic) })
  const brokenLamps = units.flatMap(({ topic, broken }) => broken.map((lamp) => ({ topic, ...lamp })))
  // The open lamp comes first, broken or not: its battery may be replaced in any case.
  const otherLamps = brokenLamps.filter((lamp) => !areSame(lamp, open))
  const shown = [...(open ? [open] : []), ...otherLamps].slice(0, maxShown)
  const hiddenCount = otherLamps.length + (open ? 1 : 0) - shown.length
  const target = open ?? { topic: units[Math.floor(Math.random() * units.length)]?.topic ?? '' }
  const breakLamp = async () => {
    const { chosen } = await control.mutateAsync({ control: 'break', plantId, ...target })
    if (chosen) toastDone(t('lamp.done', labelValues(chosen)))
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={control.isPending}
        onClick={() => void breakLamp().catch(() => null)}
      >
        {t(open ? 'lamp.breakThis' : 'lamp.break')}
      </Button>
      <ul className={`${styles.demoUnits} ${styles.demoLamps}`}>
        {shown.map(({ topic, addr }) => {
          const values = labelValues({ topic, addr })
          const isBroken = brokenLamps.some((lamp) => areSame(lamp, { topic, addr }))
          const repairLamp = (action: 'repair' | 'battery') => () =>
            control.mutate({ control: action, plantId, topic, addr })
          return (
            <li key={`${topic}.${addr}`}>
              <span>{t(units.length > 1 ? 'lamp.ofUnit' : 'word.lampNumber', values)}</span>
              {isBroken ? (
                <Button
                  size="xs"
                  variant="default"
                  disabled={control.isPending}
                  aria-label={t('lamp.repairOf', values)}
                  onClick={repairLamp('repair')}
                >
                  {t('lamp.repair')}
                </Button>
              ) : null}
              <Button
                size="xs"
                variant="default"
                disabled={control.isPending}
                aria-label={t('lamp.batteryOf', values)}
                onClick={repairLamp('battery')}
              >
                {t('lamp.battery')}
              </Button>
            </li>
          )
        })}
      </ul>
      {hiddenCount > 0 ? <p>{t('lamp.more', { count: hiddenCount })}</p> : null}
      <FormFailure error={control.error} />
    </>
  )
}
