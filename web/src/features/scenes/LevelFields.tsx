import { ActionIcon, Checkbox, Select, Slider } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { maxCollectionsPerScene } from '@vigilux/contract/features/scenes/scene.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { type FieldsProps, type Level, levelOf, levelText } from './scene-form.ts'
import * as styles from './scenes.module.css'

/** Initial level of an aggregation. */
const defaultLevel = 50

/** The level of each aggregation of a scene, and whether it uses a ramp. */
export function LevelFields({ form, readOnly }: FieldsProps) {
  const { t } = useTranslation('scenes')
  const { plantId, units } = useCurrentPlant()
  const collections = useAnswer('getCollections', { plantId }).collections
  const levels = form.getValues().levels.map(levelOf)
  const chosen = new Set(levels.map(({ id }) => id))
  const setLevels = (next: readonly Level[]) => form.setFieldValue('levels', next.map(levelText))
  const names = new Map(collections.map(({ id, name }) => [id, name]))
  const error = form.errors.collections
  const freeCollections = collections.filter(({ id }) => !chosen.has(id))
  return (
    <fieldset className={styles.scenePart}>
      <legend>{t('levels')}</legend>
      <Checkbox label={t('ramp')} disabled={readOnly} {...form.getInputProps('ramp', { type: 'checkbox' })} />
      <ul className={styles.sceneLevels}>
        {levels.map((collectionLevel) => (
          <LevelRow
            key={collectionLevel.id}
            level={collectionLevel}
            name={names.get(collectionLevel.id) ?? '…'}
            readOnly={readOnly}
            onChange={(level) =>
              setLevels(
                levels.map((other) => (other.id === collectionLevel.id ? { id: collectionLevel.id, level } : other)),
              )
            }
            onRemove={() => setLevels(levels.filter(({ id }) => id !== collectionLevel.id))}
          />
        ))}
      </ul>
      {collections.length === 0 ? <p className="vx-quiet">{t('noCollections')}</p> : null}
      {readOnly || freeCollections.length === 0 || levels.length >= maxCollectionsPerScene ? null : (
        <Select
          label={t('addCollection')}
          searchable
          value={null}
          error={error}
          onChange={(id) => id && setLevels([...levels, { id, level: defaultLevel }])}
          data={freeCollections.map(({ id, name, cu }) => ({
            value: id,
            label: units.length > 1 ? `${name} · ${serialOf(cu)}` : name,
          }))}
        />
      )}
    </fieldset>
  )
}

type RowProps = {
  level: Level
  name: string
  readOnly: boolean
  onChange: (level: number | null) => void
  onRemove: () => void
}

function LevelRow({ level: { level }, name, readOnly, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('scenes')
  const { percent } = useFormats()
  return (
    <li>
      <div className={styles.sceneLevelHead}>
        <b>{name}</b>
        <span>{level === null ? '–' : percent(level)}</span>
        {readOnly ? null : (
          <ActionIcon aria-label={t('takeOut', { name })} onClick={onRemove}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <Slider
        thumbLabel={t('levelOf', { name })}
        label={null}
        min={0}
        max={100}
        value={level ?? 0}
        disabled={readOnly || level === null}
        onChange={onChange}
      />
      <Checkbox
        label={t('leave')}
        aria-label={t('leaveOf', { name })}
        disabled={readOnly}
        checked={level === null}
        onChange={(event) => onChange(event.currentTarget.checked ? null : defaultLevel)}
      />
    </li>
  )
}
