/**
 * Data, not statements: the treatment of a deleted plant's rows once it cannot be restored. In the order of foreign
 * keys, and checked against the database's own catalog (`erase-plants.db.test.ts`), so a new table is either erased or
 * listed as retained.
 */

/** How a table's rows are found: by their own plant or unit, or by their row in another table. */
export type RowLocator = 'plant' | 'unit' | { column: string; of: string }

/** Tables whose rows are erased; "on delete cascade" erases their dependents. */
export const erasedTables: readonly (readonly [table: string, by: RowLocator])[] = [
  ...(
    [
      'plant_member',
      'ended_membership',
      'member_rule',
      'invitation',
      'inspector_link',
      'bluetooth_report',
      'saved_view',
      'report_mail',
      'notice',
      'notice_choice',
      'notice_timing',
      'notice_cause',
      'webhook',
      'outward_bridge',
      'access_token',
      'notice_threshold',
      'escalation',
      'escalation_run',
    ] as const
  ).map((table) => [table, 'plant'] as const),
  ['calendar_feed', 'plant'],
  ['attention_assignment', 'plant'],
  ['attention_snooze', 'plant'],
  ['favourite_plant', 'plant'],
  ['office_note', 'plant'],
  ['picture', 'plant'],
  ['report', 'plant'],
  ['plant_export', 'plant'],
  ['attachment', 'plant'],
  ['round_item', 'plant'],
  ['round', 'plant'],
  ['handover', 'plant'],
  ['test_plan', 'plant'],
  ['planned_test', 'plant'],
  ['plan_unit', 'unit'],
  ['plan_settings', 'plant'],
  ['held_test', 'plant'],
  ['test_result', { column: 'test_id', of: 'test_run' }],
  ['test_run', 'plant'],
  ['lamp_text_revision', 'plant'],
  ['lamp_text_change', 'unit'],
  ['lamp_text_part', 'plant'],
  ['walk', 'plant'],
  ['walk_lamp', 'unit'],
  ['floor_plan_lamp', 'unit'],
  ['floor_plan', 'plant'],
  ['room_lamp', 'unit'],
  ['room_unit', 'unit'],
  ['room', 'plant'],
  ['unit_scene_list', 'unit'],
  ['monitoring_zone_lamp', 'unit'],
  ['monitoring_zone', 'plant'],
  ['energy_waiting', 'unit'],
  ['energy_readings', 'unit'],
  ['energy_sums', 'unit'],
  ['energy_unit', 'unit'],
  ['energy_aside', 'unit'],
  ['inhibition', 'plant'],
  ['zone_lamp', 'unit'],
  ['zone', 'plant'],
  ['scene_run', 'plant'],
  ['scene', 'plant'],
  ['removed_scene', 'plant'],
  ['aggregation', 'plant'],
  ['group_name', 'unit'],
  ['operation_step', { column: 'operation_id', of: 'operation' }],
  ['operation', 'plant'],
  ['unit_snapshot', 'plant'],
  ['unit_command', 'plant'],
  ['unit_hold', 'plant'],
  ['working_unit', 'plant'],
  ['enrolment', 'plant'],
  ['unit_record', 'plant'],
  ['unit_record_run', 'plant'],
  ['unit_record_gap', 'plant'],
  ['bluetooth_entry', 'plant'],
  ['lamp_product', 'unit'],
  ['lamp_note', 'unit'],
  ['lamp_change', 'unit'],
  ['lamp_list', 'unit'],
  ['failed_test', 'unit'],
  ['lamp', 'unit'],
  ['product_price', 'plant'],
  ['price_settings', 'plant'],
  ['energy_settings', 'plant'],
  ['compliance_profile', 'plant'],
  ['plant_figures', 'plant'],
  ['plant_figures_due', 'plant'],
  ['unit_lists_due', 'plant'],
]

/** The sealed logbook, in the order in which it is deleted after its retention; units as far as entries name them. */
export const sealedTables = [
  'logbook_origin',
  'logbook_time_stamp',
  'logbook_person',
  'logbook_entry',
  'logbook_head',
] as const

/**
 * Tables with their own retention, or of other owners: audit, access and security logs, used codes.
 * @internal
 */
export const retainedTables = ['audit', 'plant_visit', 'security_event', 'pro_code'] as const

/**
 * Tables left out of a plant's export: people and their settings, secrets, the office's notes, pending work, and
 * computed data.
 */
export const unexportedTables: ReadonlySet<string> = new Set([
  'plant_member',
  'ended_membership',
  'member_rule',
  'invitation',
  'saved_view',
  'report_mail',
  'favourite_plant',
  'attention_assignment',
  'attention_snooze',
  'calendar_feed',
  'office_note',
  'plant_export',
  'notice',
  'notice_choice',
  'notice_timing',
  'notice_cause',
  'notice_threshold',
  'escalation',
  'escalation_run',
  'inspector_link',
  'bluetooth_report',
  'webhook',
  'outward_bridge',
  'access_token',
  'enrolment',
  'unit_hold',
  'working_unit',
  'energy_waiting',
  'lamp_text_part',
  'plant_figures',
  'plant_figures_due',
  'unit_lists_due',
  'logbook_origin',
])

/** Rows erased with their row in another table. */
const dependentTables: readonly (readonly [table: string, by: RowLocator])[] = [
  ['aggregation_use', { column: 'aggregation_id', of: 'aggregation' }],
  ['scene_level', { column: 'scene_id', of: 'scene' }],
  ['scene_run_unit', { column: 'run_id', of: 'scene_run' }],
  ['floor_plan_drawing', { column: 'plan_id', of: 'floor_plan' }],
  ['floor_plan_outline', { column: 'plan_id', of: 'floor_plan' }],
  ['handover_answer', { column: 'handover_id', of: 'handover' }],
  ['handover_measurement', { column: 'handover_id', of: 'handover' }],
  ['handover_signature', { column: 'handover_id', of: 'handover' }],
]

/** Tables of an exported plant beside the plant itself, in an order in which their rows can be added. */
export const exportedTables: readonly (readonly [table: string, by: RowLocator])[] = [
  ...(['file', 'central_unit', ...sealedTables.toReversed()] as const).map((table) => [table, 'plant'] as const),
  ...erasedTables.toReversed(),
  ...dependentTables,
].filter(([table]) => !unexportedTables.has(table))
