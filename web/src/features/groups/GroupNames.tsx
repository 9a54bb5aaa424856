import { Button, TextInput } from '@mantine/core'
import { type GroupName, groupNumber, maxGroupNumber } from '@vigilux/contract/features/groups/group.ts'
import { optionalText } from '@vigilux/contract/kernel/primitives.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useRecordForm } from '../../shared/form/record-form.tsx'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { SidePanel, WithPanel } from '../../shared/layout/SidePanel.tsx'
import { useAllLamps } from '../../shared/plant/lamps.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { useGroupNames } from './use-group-names.ts'

type GroupRow = Omit<GroupName, 'cu'> & { lamps: number }

/** A unit's groups: number, name, and number of lamps. */
export function GroupNames({ topic }: { topic: string }) {
  const { t } = useTranslation('groups')
  const { plantId } = useCurrentPlant()
  const [search, setSearch] = useSearchParams()
  const nameOf = useGroupNames()
  const lamps = useAllLamps(plantId).filter(({ cu }) => cu === topic)
  const rows = Array.from({ length: maxGroupNumber }, (_, at): GroupRow => {
    const group = at + 1
    const groupName = nameOf(topic, group)
    return {
      group,
      name: groupName?.name ?? '',
      description: groupName?.description ?? '',
      version: groupName?.version ?? 0,
      lamps: lamps.filter(({ groups }) => groups.includes(group)).length,
    }
  })
  const requestedGroup = groupNumber.safeParse(Number(search.group))
  const shown = requestedGroup.success ? rows[requestedGroup.data - 1] : undefined
  const show = (row: GroupRow | undefined) => setSearch({ view: 'names', group: row && String(row.group) })
  return (
    <WithPanel
      panel={
        shown ? (
          <SidePanel
            key={shown.group}
            title={t('groupN', { number: shown.group })}
            subtitle={t('word.lampCount', { count: shown.lamps })}
            onClose={() => show(undefined)}
            onPrevious={shown.group > 1 ? () => show(rows[shown.group - 2]) : undefined}
            onNext={shown.group < maxGroupNumber ? () => show(rows[shown.group]) : undefined}
          >
            <GroupNameForm topic={topic} row={shown} />
          </SidePanel>
        ) : null
      }
    >
      <DataTable
        name="groups"
        label={t('word.groups')}
        rows={rows}
        rowKey={({ group }) => String(group)}
        openKey={search.group}
        onOpen={show}
        searchText={({ name, description }) => `${name} ${description}`}
        columns={[
          { id: 'group', header: t('word.group'), cell: ({ group }) => group, value: ({ group }) => group },
          { id: 'name', header: t('word.name'), cell: ({ name }) => name || '–', value: ({ name }) => name, cut: true },
          {
            id: 'description',
            header: t('word.description'),
            cell: ({ description }) => description,
            value: ({ description }) => description,
            cut: true,
          },
          {
            id: 'lamps',
            header: t('word.lamps'),
            align: 'right',
            cell: ({ lamps: count }) => count,
            value: ({ lamps: count }) => count,
          },
        ]}
        listLine={(row) => ({
          title: row.name ? `${row.group} ${row.name}` : String(row.group),
          detail: row.description,
          value: t('word.lampCount', { count: row.lamps }),
        })}
        empty={null}
      />
    </WithPanel>
  )
}

const schema = z.object({ name: optionalText(60), description: optionalText(200) })

function GroupNameForm({ topic, row }: { topic: string; row: Omit<GroupName, 'cu'> }) {
  const { t } = useTranslation('groups')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const { group, name, description, version } = row
  const action = useActionMutation('saveGroup', { refresh: ['getGroups'] })
  const { form, submit, saving, trouble } = useRecordForm({
    schema,
    stored: { name, description, version },
    labels: { name: t('word.name'), description: t('word.description') },
    save: async (values) => (await action.mutateAsync({ plantId, topic, group, ...values })).group,
  })
  return (
    <form className="vx-panel-part" onSubmit={submit} noValidate>
      <UnsavedGuard form={form} draft={`group.${topic}.${group}`} />
      <TextInput
        label={t('word.name')}
        description={t('nameHelp')}
        readOnly={blockedReason !== undefined}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('word.description')}
        readOnly={blockedReason !== undefined}
        {...form.getInputProps('description')}
      />
      {trouble}
      <div className={layoutStyles.actions}>
        {blockedReason ? (
          <ReasonButton variant="default" blockedReason={blockedReason} onClick={() => undefined}>
            {t('word.save')}
          </ReasonButton>
        ) : (
          <Button type="submit" loading={saving}>
            {t('word.save')}
          </Button>
        )}
      </div>
    </form>
  )
}
