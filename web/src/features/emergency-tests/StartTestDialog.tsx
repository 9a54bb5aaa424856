import { Alert, Button, Group, Radio, SegmentedControl, Select, TextInput } from '@mantine/core'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { type TestKind, testKinds } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { codeText } from '../../shared/i18n/i18n.ts'
import { useGo } from '../../shared/navigation.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { topicOf, useWhyNotCommand } from '../central-units/index.ts'
import { readLampNumbers } from './lamp-numbers.ts'
import { isGoing } from './test-words.ts'

/** Why a test cannot start on a unit; undefined when it can. */
function useWhyNotTest(): (unit: CentralUnit | undefined) => string | undefined {
  const { t } = useTranslation('emergency-tests')
  const { tests } = useOpenPlant()
  const whyNot = useWhyNotCommand()
  return (unit) => {
    const because = whyNot(unit)
    if (because || !unit) return because
    if (tests.some((test) => test.cu === topicOf(unit) && isGoing(test))) return t('start.running')
    return unit.lamps.emergency === 0 && unit.lamps.found === 0 ? t('start.noLamps') : undefined
  }
}

/** Unit, kind and lamps of a test. `asked` names the unit to begin with, where the person came from one. */
export function StartTestDialog({ asked, onClose }: { asked: string; onClose: () => void }) {
  const { t } = useTranslation('emergency-tests')
  const { t: tShared } = useTranslation('shared')
  const { plantId, units } = useOpenPlant()
  const go = useGo()
  const whyNot = useWhyNotTest()
  const first = units.find((unit) => topicOf(unit) === asked) ?? units.find((unit) => !whyNot(unit)) ?? units[0]
  const [topic, setTopic] = useState(first ? topicOf(first) : '')
  const [kind, setKind] = useState<TestKind>('functional')
  const [all, setAll] = useState(true)
  const [numbers, setNumbers] = useState('')
  const [wrong, setWrong] = useState(false)
  const start = useActionMutation('ftest', { refresh: ['getPlantDetails', 'getTests'] })
  const unit = units.find((one) => topicOf(one) === topic)
  const because = whyNot(unit)
  const send = async () => {
    const chosen = all ? [] : readLampNumbers(numbers)
    setWrong(chosen === undefined)
    if (chosen === undefined) return
    const started = await start.mutateAsync({ plantId, topic, kind, addr: chosen }).catch(() => undefined)
    if (started) go.replace(pathTo('plantReport', { plantId }))
  }
  return (
    <FormDialog unsaved={!all && numbers !== ''} onClose={onClose} title={t('start.title')}>
      {(cancel) => (
        <form
          className="vx-start-test"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <Select
            label={t('start.unit')}
            value={topic}
            onChange={(value) => setTopic(value ?? '')}
            data={units.map((one) => ({
              value: topicOf(one),
              label: [one.cu_id, one.cu_type, one.description].filter(Boolean).join(' · '),
            }))}
          />
          <div>
            <span className="vx-label">{t('start.kind')}</span>
            <SegmentedControl
              fullWidth
              aria-label={t('start.kind')}
              value={kind}
              onChange={(value) => setKind(value as TestKind)}
              data={testKinds.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
            />
            <p className="vx-quiet">{t(`start.about.${kind}`)}</p>
          </div>
          <Radio.Group
            label={t('start.lamps')}
            value={all ? 'all' : 'chosen'}
            onChange={(value) => setAll(value === 'all')}
          >
            <Group mt={4} gap="md">
              <Radio value="all" label={t('start.all', { count: unit?.lamps.emergency ?? 0 })} />
              <Radio value="chosen" label={t('start.chosen')} />
            </Group>
          </Radio.Group>
          {all ? null : (
            <TextInput
              label={t('start.numbers')}
              description={t('start.numbersHelp')}
              value={numbers}
              onChange={(event) => setNumbers(event.currentTarget.value)}
              onBlur={() => setWrong(numbers !== '' && readLampNumbers(numbers) === undefined)}
              error={
                wrong
                  ? numbers.trim()
                    ? t('start.numbersWrong')
                    : codeText('errors', 'NO_DEVICE_SELECTED')
                  : undefined
              }
            />
          )}
          {because ? <Alert color="gray">{because}</Alert> : null}
          <FormFailure error={start.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={cancel}>
              {tShared('cancel')}
            </Button>
            <Button type="submit" disabled={because !== undefined} loading={start.isPending}>
              {t('start.button')}
            </Button>
          </Group>
        </form>
      )}
    </FormDialog>
  )
}
