import { Button } from '@mantine/core'
import type { DemoUnit } from '@vigilux/contract/demo.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useTranslation } from 'react-i18next'
import { toastDone } from '../shared/feedback/toast.ts'
import { FormFailure } from '../shared/form/FormParts.tsx'
import { serialOf } from '../shared/plant/unit-topic.ts'
import { useDemoControl } from './demo-api.ts'
import type { DemoPlace } from './demo-place.ts'

const maxShown = 4

type Lamp = { topic: string; addr: number }
type LampsProps = { place: DemoPlace; units: readonly DemoUnit[] }

const areSame = (one: Lamp, other: Lamp | undefined) => one.topic === other?.topic && one.addr === other.addr

/** Breaks a lamp, the open one or any; of the broken ones it shows some, each with what mends it. */
export function BrokenLamps({ place: { plantId, lamp: open }, units }: LampsProps) {
  const { t } = useTranslation('demo')
  const control = useDemoControl()
  const wordsOf = ({ topic, addr }: Lamp) => ({ number: lampNumber(addr), serial: serialOf(topic) })
  const all = units.flatMap(({ topic, broken }) => broken.map((lamp) => ({ topic, ...lamp })))
  // The open lamp comes first, broken or not: its battery may be replaced in any case.
  const others = all.filter((lamp) => !areSame(lamp, open))
  const shown = [...(open ? [open] : []), ...others].slice(0, maxShown)
  const hidden = others.length + (open ? 1 : 0) - shown.length
  const target = open ?? { topic: units[Math.floor(Math.random() * units.length)]?.topic ?? '' }
  const breakLamp = async () => {
    const { chosen } = await control.mutateAsync({ control: 'break', plantId, ...target })
    if (chosen) toastDone(t('lamp.done', wordsOf(chosen)))
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
      <ul className="vx-demo-units vx-demo-lamps">
        {shown.map(({ topic, addr }) => {
          const words = wordsOf({ topic, addr })
          const isBroken = all.some((lamp) => areSame(lamp, { topic, addr }))
          const mend = (way: 'repair' | 'battery') => () => control.mutate({ control: way, plantId, topic, addr })
          return (
            <li key={`${topic}.${addr}`}>
              <span>{t(units.length > 1 ? 'lamp.ofUnit' : 'lamp.name', words)}</span>
              {isBroken ? (
                <Button
                  size="xs"
                  variant="default"
                  disabled={control.isPending}
                  aria-label={t('lamp.repairOf', words)}
                  onClick={mend('repair')}
                >
                  {t('lamp.repair')}
                </Button>
              ) : null}
              <Button
                size="xs"
                variant="default"
                disabled={control.isPending}
                aria-label={t('lamp.batteryOf', words)}
                onClick={mend('battery')}
              >
                {t('lamp.battery')}
              </Button>
            </li>
          )
        })}
      </ul>
      {hidden > 0 ? <p>{t('lamp.more', { count: hidden })}</p> : null}
      <FormFailure error={control.error} />
    </>
  )
}
