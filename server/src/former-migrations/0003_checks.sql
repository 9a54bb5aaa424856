-- Entries that wait to be taken over would be lost: the program that made this database takes them over as it runs.
DO $$ BEGIN
  IF EXISTS (SELECT FROM "logbook_past") THEN RAISE EXCEPTION 'entries of before the logbook was sealed wait to be taken over: start commit c5c1d7b0 once more'; END IF;
END $$;--> statement-breakpoint
DROP FUNCTION "logbook_past_from_before" CASCADE;--> statement-breakpoint
DROP FUNCTION "attention_of_ended_causes" CASCADE;--> statement-breakpoint
DROP FUNCTION "attention_of_member" CASCADE;--> statement-breakpoint
DROP FUNCTION "favourite_plant_of_member" CASCADE;--> statement-breakpoint
DROP FUNCTION "logbook_entry_goes" CASCADE;--> statement-breakpoint
DROP FUNCTION "logbook_entry_stays" CASCADE;--> statement-breakpoint
DROP FUNCTION "plant_figures_due_of_link" CASCADE;--> statement-breakpoint
DROP FUNCTION "plant_figures_due_of_new_plant" CASCADE;--> statement-breakpoint
DROP FUNCTION "plant_figures_due_of_plant" CASCADE;--> statement-breakpoint
DROP FUNCTION "plant_figures_due_of_result" CASCADE;--> statement-breakpoint
DROP FUNCTION "unit_lists_due_of_plant" CASCADE;--> statement-breakpoint
DROP FUNCTION "unit_lists_due_of_row" CASCADE;--> statement-breakpoint
DROP FUNCTION "logbook_past_of_entry";--> statement-breakpoint
DROP FUNCTION "logbook_past_of_record";--> statement-breakpoint
DELETE FROM "admin_area" WHERE "user_id" NOT IN (SELECT "id" FROM "user");--> statement-breakpoint
DELETE FROM "ended_membership" WHERE "user_id" NOT IN (SELECT "id" FROM "user");--> statement-breakpoint
DELETE FROM "notice_choice" WHERE "user_id" NOT IN (SELECT "id" FROM "user");--> statement-breakpoint
DELETE FROM "notice_wish" WHERE "user_id" NOT IN (SELECT "id" FROM "user");--> statement-breakpoint
DELETE FROM "notice" WHERE "user_id" NOT IN (SELECT "id" FROM "user");--> statement-breakpoint
DROP TABLE "logbook_past";--> statement-breakpoint
DROP TABLE "plant_entry";--> statement-breakpoint
ALTER TABLE "lamp_text_part" RENAME COLUMN "idempotency_key" TO "work_id";--> statement-breakpoint
ALTER TABLE "lamp_text_revision" RENAME COLUMN "idempotency_key" TO "work_id";--> statement-breakpoint
DROP INDEX "lamp_text_revision_key";--> statement-breakpoint
ALTER TABLE "lamp_text_part" DROP CONSTRAINT "lamp_text_part_plant_id_user_id_idempotency_key_part_pk";--> statement-breakpoint
ALTER TABLE "lamp_text_part" ADD CONSTRAINT "lamp_text_part_plant_id_user_id_work_id_part_pk" PRIMARY KEY("plant_id","user_id","work_id","part");--> statement-breakpoint
ALTER TABLE "unit_record" ADD CONSTRAINT "unit_record_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_record" ADD CONSTRAINT "unit_record_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_area" ADD CONSTRAINT "admin_area_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ended_membership" ADD CONSTRAINT "ended_membership_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plant_member" ADD CONSTRAINT "plant_member_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_choice" ADD CONSTRAINT "notice_choice_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_wish" ADD CONSTRAINT "notice_wish_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "lamp_text_revision_key" ON "lamp_text_revision" USING btree ("plant_id","work_id");--> statement-breakpoint
ALTER TABLE "unit_record" DROP COLUMN "is_told";--> statement-breakpoint
ALTER TABLE "pro_code" DROP COLUMN "use_key";--> statement-breakpoint
ALTER TABLE "attention_snooze" ADD CONSTRAINT "attention_snooze_condition_known" CHECK ("condition" IN ('emergency', 'error', 'offline', 'inhibited', 'warning', 'notExecuted', 'testRunning', 'unknown', 'ok'));--> statement-breakpoint
ALTER TABLE "price_settings" ADD CONSTRAINT "price_settings_currency_known" CHECK ("currency" IN ('EUR', 'CHF', 'GBP', 'NOK', 'SEK', 'DKK', 'CZK', 'PLN', 'RON', 'USD', 'BRL'));--> statement-breakpoint
ALTER TABLE "bluetooth_entry" ADD CONSTRAINT "bluetooth_entry_kind_known" CHECK ("kind" IN ('deviceJoined', 'deviceLeft', 'deviceChanged', 'deviceValidated', 'deviceNotValidated', 'deviceInSight', 'deviceOutOfSight', 'commandDone', 'commandFailed', 'commandAbandoned', 'testPassed', 'testFailed', 'testNotExecuted', 'gatewayConnected', 'gatewayDisconnected', 'entriesLeftOut'));--> statement-breakpoint
ALTER TABLE "bluetooth_entry" ADD CONSTRAINT "bluetooth_entry_device_known" CHECK ("device" IN ('lamp', 'sensor', 'relay', 'unknown'));--> statement-breakpoint
ALTER TABLE "bluetooth_entry" ADD CONSTRAINT "bluetooth_entry_error_known" CHECK ("error" IN ('expired', 'communication_error', 'refused'));--> statement-breakpoint
ALTER TABLE "unit_command" ADD CONSTRAINT "unit_command_state_known" CHECK ("state" IN ('queued', 'sent', 'accepted', 'done', 'failed'));--> statement-breakpoint
ALTER TABLE "unit_command" ADD CONSTRAINT "unit_command_error_known" CHECK ("error" IN ('expired', 'communication_error', 'refused'));--> statement-breakpoint
ALTER TABLE "walk_lamp" ADD CONSTRAINT "walk_lamp_state_known" CHECK ("state" IN ('open', 'done', 'skipped'));--> statement-breakpoint
ALTER TABLE "walk_lamp" ADD CONSTRAINT "walk_lamp_reason_known" CHECK ("reason" IN ('noAnswer', 'notFound', 'noAccess'));--> statement-breakpoint
ALTER TABLE "compliance_profile" ADD CONSTRAINT "compliance_profile_profile_known" CHECK ("profile" IN ('europe', 'italy', 'germany', 'france', 'norway', 'poland', 'czechia', 'unitedKingdom', 'spain', 'portugal'));--> statement-breakpoint
ALTER TABLE "compliance_profile" ADD CONSTRAINT "compliance_profile_edition_known" CHECK ("edition" IN ('2004', '2024'));--> statement-breakpoint
ALTER TABLE "held_test" ADD CONSTRAINT "held_test_kind_known" CHECK ("kind" IN ('functional', 'autonomy'));--> statement-breakpoint
ALTER TABLE "held_test" ADD CONSTRAINT "held_test_state_known" CHECK ("state" IN ('waiting', 'over', 'cancelled'));--> statement-breakpoint
ALTER TABLE "held_test" ADD CONSTRAINT "held_test_reason_known" CHECK ("reason" IN ('battery_charging', 'mains_failure', 'other_test_running', 'unit_offline', 'lamp_missing'));--> statement-breakpoint
ALTER TABLE "test_result" ADD CONSTRAINT "test_result_result_known" CHECK ("result" IN ('passed', 'failed', 'notExecuted'));--> statement-breakpoint
ALTER TABLE "test_result" ADD CONSTRAINT "test_result_reason_known" CHECK ("reason" IN ('lamp_failure', 'battery_failure', 'battery_duration', 'circuit_failure', 'communication', 'battery_charging', 'inhibited', 'other_test_running', 'stopped_by_user', 'mains_failure', 'max_delay_exceeded', 'lamp_unreachable', 'no_result', 'unit_removed', 'unit_restarted', 'test_unknown', 'unit_silent'));--> statement-breakpoint
ALTER TABLE "test_run" ADD CONSTRAINT "test_run_kind_known" CHECK ("kind" IN ('functional', 'autonomy'));--> statement-breakpoint
ALTER TABLE "test_run" ADD CONSTRAINT "test_run_trigger_known" CHECK ("trigger" IN ('user', 'automatic', 'local'));--> statement-breakpoint
ALTER TABLE "test_run" ADD CONSTRAINT "test_run_state_known" CHECK ("state" IN ('requested', 'running', 'finished', 'stopped', 'notStarted'));--> statement-breakpoint
ALTER TABLE "energy_sums" ADD CONSTRAINT "energy_sums_level_known" CHECK ("level" IN ('day', 'month', 'year'));--> statement-breakpoint
ALTER TABLE "handover_answer" ADD CONSTRAINT "handover_answer_item_known" CHECK ("item" IN ('drawings', 'signsVisible', 'luminairePlaces', 'safetyEquipment', 'switchover', 'recharge', 'inhibition', 'labels', 'testSystem', 'instructions'));--> statement-breakpoint
ALTER TABLE "handover_answer" ADD CONSTRAINT "handover_answer_answer_known" CHECK ("answer" IN ('yes', 'no', 'notApplicable'));--> statement-breakpoint
ALTER TABLE "handover_signature" ADD CONSTRAINT "handover_signature_side_known" CHECK ("side" IN ('installer', 'owner'));--> statement-breakpoint
ALTER TABLE "handover" ADD CONSTRAINT "handover_kind_known" CHECK ("kind" IN ('initial', 'extension', 'repeat'));--> statement-breakpoint
ALTER TABLE "lamp_text_revision" ADD CONSTRAINT "lamp_text_revision_kind_known" CHECK ("kind" IN ('typed', 'pattern', 'import'));--> statement-breakpoint
ALTER TABLE "logbook_entry" ADD CONSTRAINT "logbook_entry_kind_known" CHECK ("kind" IN ('unitEnrolled', 'unitReset', 'unitStranger', 'unitStrangerRefused', 'unitReplaced', 'unitRemoved', 'testEndedByRemoval', 'mainsFailed', 'mainsRestored', 'lampFault', 'lampFaultCleared', 'unitFault', 'unitFaultCleared', 'testEnded', 'inhibited', 'inhibitionEnded', 'configurationChanged', 'inspectionDaily', 'inspectionMonthly', 'inspectionYearly', 'inspectionVisual', 'inspectionPhotometric', 'inspectionExpert', 'service', 'defect', 'remedy', 'alteration', 'drill', 'certificate', 'drawings', 'automaticTester', 'responsiblePerson', 'repair', 'signature', 'handoverSigned', 'note', 'photo'));--> statement-breakpoint
ALTER TABLE "logbook_entry" ADD CONSTRAINT "logbook_entry_result_known" CHECK ("result" IN ('passed', 'failed', 'incomplete'));--> statement-breakpoint
ALTER TABLE "ended_membership" ADD CONSTRAINT "ended_membership_role_known" CHECK ("role" IN ('installerAdministrator', 'installerStaff', 'installerReadOnly', 'clientOwner', 'clientStaff'));--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_role_known" CHECK ("role" IN ('installerAdministrator', 'installerStaff', 'installerReadOnly', 'clientOwner', 'clientStaff'));--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_language_known" CHECK ("language" IN ('en', 'it', 'de', 'es', 'fr', 'cs', 'no', 'pl', 'pt'));--> statement-breakpoint
ALTER TABLE "member_rule" ADD CONSTRAINT "member_rule_role_known" CHECK ("role" IN ('installerStaff', 'installerReadOnly', 'clientStaff'));--> statement-breakpoint
ALTER TABLE "plant_member" ADD CONSTRAINT "plant_member_role_known" CHECK ("role" IN ('installerAdministrator', 'installerStaff', 'installerReadOnly', 'clientOwner', 'clientStaff'));--> statement-breakpoint
ALTER TABLE "escalation_run" ADD CONSTRAINT "escalation_run_kind_known" CHECK ("kind" IN ('mainsFailure', 'functionError', 'testErrors', 'noCommunication', 'inhibitionTooLong', 'testOverdue'));--> statement-breakpoint
ALTER TABLE "escalation" ADD CONSTRAINT "escalation_kinds_known" CHECK ("kinds" <@ ARRAY['mainsFailure', 'functionError', 'testErrors', 'noCommunication', 'inhibitionTooLong', 'testOverdue']::text[]);--> statement-breakpoint
ALTER TABLE "notice_choice" ADD CONSTRAINT "notice_choice_kind_known" CHECK ("kind" IN ('mainsFailure', 'functionError', 'testErrors', 'noCommunication', 'inhibitionTooLong', 'testOverdue', 'proEnds', 'invitation', 'noOwner'));--> statement-breakpoint
ALTER TABLE "notice_delivery" ADD CONSTRAINT "notice_delivery_channel_known" CHECK ("channel" IN ('mail', 'push'));--> statement-breakpoint
ALTER TABLE "notice_delivery" ADD CONSTRAINT "notice_delivery_state_known" CHECK ("state" IN ('waiting', 'handed', 'taken', 'refused', 'withdrawn'));--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_kind_known" CHECK ("kind" IN ('mainsFailure', 'functionError', 'testErrors', 'noCommunication', 'inhibitionTooLong', 'testOverdue', 'proEnds', 'invitation', 'noOwner'));--> statement-breakpoint
ALTER TABLE "notice_wish" ADD CONSTRAINT "notice_wish_rhythm_known" CHECK ("rhythm" IN ('each', 'daily', 'weekly'));--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_language_known" CHECK ("language" IN ('en', 'it', 'de', 'es', 'fr', 'cs', 'no', 'pl', 'pt'));--> statement-breakpoint
ALTER TABLE "operation_step" ADD CONSTRAINT "operation_step_role_known" CHECK ("role" IN ('open', 'work', 'close'));--> statement-breakpoint
ALTER TABLE "operation_step" ADD CONSTRAINT "operation_step_state_known" CHECK ("state" IN ('waiting', 'underWay', 'done', 'failed', 'leftOut'));--> statement-breakpoint
ALTER TABLE "operation_step" ADD CONSTRAINT "operation_step_error_known" CHECK ("error" IN ('expired', 'communication_error', 'refused'));--> statement-breakpoint
ALTER TABLE "operation" ADD CONSTRAINT "operation_kind_known" CHECK ("kind" IN ('assignGroups', 'setParams', 'newAcquisition', 'appendLamps', 'appendSerials', 'overwriteSerials', 'deleteLamps', 'substituteLamps', 'restoreSnapshot', 'planTests'));--> statement-breakpoint
ALTER TABLE "operation" ADD CONSTRAINT "operation_state_known" CHECK ("state" IN ('running', 'cancelling', 'done', 'interrupted', 'cancelled', 'undone'));--> statement-breakpoint
ALTER TABLE "plant_figures" ADD CONSTRAINT "plant_figures_condition_known" CHECK ("condition" IN ('emergency', 'error', 'offline', 'inhibited', 'warning', 'notExecuted', 'testRunning', 'unknown', 'ok'));--> statement-breakpoint
ALTER TABLE "plant_figures" ADD CONSTRAINT "plant_figures_result_known" CHECK ("result" IN ('pass', 'fail', 'disconnected', 'unknown'));--> statement-breakpoint
ALTER TABLE "planned_test" ADD CONSTRAINT "planned_test_kind_known" CHECK ("kind" IN ('functional', 'autonomy'));--> statement-breakpoint
ALTER TABLE "planned_test" ADD CONSTRAINT "planned_test_planner_known" CHECK ("planner" IN ('unit', 'platform'));--> statement-breakpoint
ALTER TABLE "planned_test" ADD CONSTRAINT "planned_test_group_known" CHECK ("group" IN ('even', 'odd'));--> statement-breakpoint
ALTER TABLE "planned_test" ADD CONSTRAINT "planned_test_state_known" CHECK ("state" IN ('planned', 'begun', 'done', 'notExecuted'));--> statement-breakpoint
ALTER TABLE "planned_test" ADD CONSTRAINT "planned_test_moved_because_known" CHECK ("moved_because" IN ('notExecuted', 'notCharged', 'lampsChanged', 'neighboursChanged', 'keptDate', 'passed'));--> statement-breakpoint
ALTER TABLE "test_plan" ADD CONSTRAINT "test_plan_state_known" CHECK ("state" IN ('draft', 'accepted', 'ended'));--> statement-breakpoint
ALTER TABLE "pro_code" ADD CONSTRAINT "pro_code_kind_known" CHECK ("kind" IN ('key', 'renewal'));--> statement-breakpoint
ALTER TABLE "inhibition" ADD CONSTRAINT "inhibition_state_known" CHECK ("state" IN ('asked', 'inhibited', 'ended', 'failed'));--> statement-breakpoint
ALTER TABLE "inhibition" ADD CONSTRAINT "inhibition_because_known" CHECK ("because" IN ('time', 'command', 'restart', 'switch'));--> statement-breakpoint
ALTER TABLE "report_mail" ADD CONSTRAINT "report_mail_rhythm_known" CHECK ("rhythm" IN ('weekly', 'monthly'));--> statement-breakpoint
ALTER TABLE "report_mail" ADD CONSTRAINT "report_mail_period_known" CHECK ("period" IN ('lastTest', 'last3Months', 'lastYear', 'last2Years', 'plantLife'));--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_period_known" CHECK ("period" IN ('lastTest', 'last3Months', 'lastYear', 'last2Years', 'plantLife'));--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_bill_known" CHECK ("bill" IN ('wired', 'bluetooth'));--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_paper_known" CHECK ("paper" IN ('handover', 'logbook', 'energy', 'floorPlan'));--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_language_known" CHECK ("language" IN ('en', 'it', 'de', 'es', 'fr', 'cs', 'no', 'pl', 'pt'));--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_result_filter_known" CHECK ("result_filter" IN ('passed', 'failed', 'notExecuted'));--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_state_known" CHECK ("state" IN ('queued', 'running', 'ready', 'failed'));--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_error_known" CHECK ("error" IN ('STORAGE_UNAVAILABLE', 'FILE_STORAGE_FULL', 'FILE_QUOTA_EXCEEDED', 'PLANT_NOT_FOUND', 'HANDOVER_NOT_FOUND', 'FLOOR_PLAN_NOT_FOUND'));--> statement-breakpoint
ALTER TABLE "round_item" ADD CONSTRAINT "round_item_proof_known" CHECK ("proof" IN ('autonomyTest', 'functionalTest', 'report'));--> statement-breakpoint
ALTER TABLE "round_item" ADD CONSTRAINT "round_item_state_known" CHECK ("state" IN ('open', 'done', 'closed', 'left', 'carried', 'gone'));--> statement-breakpoint
ALTER TABLE "round_item" ADD CONSTRAINT "round_item_not_now_known" CHECK ("not_now" IN ('noAccess', 'noPart', 'twoPeople'));--> statement-breakpoint
ALTER TABLE "round_item" ADD CONSTRAINT "round_item_work_known" CHECK ("work" IN ('batteryReplaced', 'lampReplaced', 'partReplaced', 'repaired'));--> statement-breakpoint
ALTER TABLE "round_item" ADD CONSTRAINT "round_item_closed_by_known" CHECK ("closed_by" IN ('test', 'report'));--> statement-breakpoint
ALTER TABLE "scene_run" ADD CONSTRAINT "scene_run_cause_known" CHECK ("cause" IN ('manual', 'input', 'calendar'));--> statement-breakpoint
ALTER TABLE "scene_run" ADD CONSTRAINT "scene_run_result_known" CHECK ("result" IN ('pending', 'no_word', 'failed', 'not_executed', 'done', 'overruled'));--> statement-breakpoint
ALTER TABLE "scene_run_unit" ADD CONSTRAINT "scene_run_unit_result_known" CHECK ("result" IN ('pending', 'no_word', 'failed', 'not_executed', 'done', 'overruled'));--> statement-breakpoint
ALTER TABLE "scene" ADD CONSTRAINT "scene_mode_known" CHECK ("mode" IN ('manual', 'input', 'calendar'));--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_list_known" CHECK ("list" IN ('all', 'emergency', 'lighting', 'other'));--> statement-breakpoint
ALTER TABLE "webhook_call" ADD CONSTRAINT "webhook_call_kind_known" CHECK ("kind" IN ('mainsFailure', 'functionError', 'testErrors', 'noCommunication', 'inhibitionTooLong', 'testOverdue', 'proEnds', 'invitation', 'noOwner', 'test'));--> statement-breakpoint
ALTER TABLE "webhook_call" ADD CONSTRAINT "webhook_call_state_known" CHECK ("state" IN ('waiting', 'taken', 'dead', 'discarded'));--> statement-breakpoint
ALTER TABLE "webhook_call" ADD CONSTRAINT "webhook_call_failure_known" CHECK ("failure" IN ('answered', 'redirected', 'gone', 'silent', 'unreachable', 'internal', 'off', 'unsigned', 'tooMany'));--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_kinds_known" CHECK ("kinds" <@ ARRAY['mainsFailure', 'functionError', 'testErrors', 'noCommunication', 'inhibitionTooLong', 'testOverdue', 'proEnds', 'invitation', 'noOwner']::text[]);--> statement-breakpoint
ALTER TABLE "notice_cause" ADD CONSTRAINT "notice_cause_kind_known" CHECK ("kind" IN ('mainsFailure', 'functionError', 'testErrors', 'noCommunication', 'inhibitionTooLong', 'testOverdue', 'proEnds', 'invitation', 'noOwner'));--> statement-breakpoint
ALTER TABLE "notice_cause" ADD CONSTRAINT "notice_cause_what_known" CHECK ("what" IN ('mainsFailure', 'fault', 'unitFault', 'testFailed', 'silent', 'inhibited', 'functionalOverdue', 'autonomyOverdue', 'proEnds', 'noOwner', 'mainsBack', 'restored', 'invitationAccepted', 'invitationDeclined', 'invitationExpired'));--> statement-breakpoint
ALTER TABLE "plant_visit" ADD CONSTRAINT "plant_visit_scope_known" CHECK ("scope" IN ('nto', 'ba'));--> statement-breakpoint
ALTER TABLE "company" ADD CONSTRAINT "company_usertype_known" CHECK ("usertype" IN ('installer', 'client', 'basic'));--> statement-breakpoint
ALTER TABLE "company_visit" ADD CONSTRAINT "company_visit_language_known" CHECK ("language" IN ('en', 'it', 'de', 'es', 'fr', 'cs', 'no', 'pl', 'pt'));--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_usertype_known" CHECK ("usertype" IN ('basic', 'installer', 'client', 'admin'));--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_scope_known" CHECK ("scope" IN ('nto', 'ba'));--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_validation_known" CHECK ("validation" IN ('verified', 'pending', 'refused', 'suspended'));--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_kind_known" CHECK ("kind" IN ('company', 'person'));--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_language_known" CHECK ("language" IN ('en', 'it', 'de', 'es', 'fr', 'cs', 'no', 'pl', 'pt'));--> statement-breakpoint
ALTER TABLE "central_unit" ADD CONSTRAINT "central_unit_network_state_known" CHECK ("network_state" IN ('none', 'inProgress', 'completed'));--> statement-breakpoint
ALTER TABLE "enrolment" ADD CONSTRAINT "enrolment_outcome_known" CHECK ("outcome" IN ('ok', 'keysNotPressed', 'notEnabled', 'alreadyEnrolled', 'error'));--> statement-breakpoint
ALTER TABLE "failed_test" ADD CONSTRAINT "failed_test_kind_known" CHECK ("kind" IN ('functional', 'autonomy'));--> statement-breakpoint
ALTER TABLE "failed_test" ADD CONSTRAINT "failed_test_reason_known" CHECK ("reason" IN ('lamp_failure', 'battery_failure', 'battery_duration', 'circuit_failure', 'communication', 'battery_charging', 'inhibited', 'other_test_running', 'stopped_by_user', 'mains_failure', 'max_delay_exceeded', 'lamp_unreachable', 'no_result', 'unit_removed', 'unit_restarted', 'test_unknown', 'unit_silent'));--> statement-breakpoint
ALTER TABLE "lamp_change" ADD CONSTRAINT "lamp_change_condition_known" CHECK ("condition" IN ('emergency', 'error', 'offline', 'inhibited', 'warning', 'notExecuted', 'testRunning', 'unknown', 'ok'));--> statement-breakpoint
ALTER TABLE "lamp" ADD CONSTRAINT "lamp_type_known" CHECK ("type" IN ('emergency', 'lighting', 'sensor', 'io', 'other'));--> statement-breakpoint
ALTER TABLE "lamp" ADD CONSTRAINT "lamp_function_known" CHECK ("function" IN ('maintained', 'nonMaintained', 'switchable'));--> statement-breakpoint
ALTER TABLE "lamp" ADD CONSTRAINT "lamp_condition_known" CHECK ("condition" IN ('emergency', 'error', 'offline', 'inhibited', 'warning', 'notExecuted', 'testRunning', 'unknown', 'ok'));--> statement-breakpoint
ALTER TABLE "lamp" ADD CONSTRAINT "lamp_parity_known" CHECK ("parity" IN ('even', 'odd'));--> statement-breakpoint
ALTER TABLE "notice_threshold" ADD CONSTRAINT "notice_threshold_urgent_known" CHECK ("urgent" <@ ARRAY['mainsFailure', 'functionError', 'testErrors', 'noCommunication', 'inhibitionTooLong', 'testOverdue', 'proEnds', 'invitation', 'noOwner']::text[]);--> statement-breakpoint
ALTER TABLE "plant" ADD CONSTRAINT "plant_plant_type_known" CHECK ("plant_type" IN ('basic', 'pro', 'centralized'));--> statement-breakpoint
ALTER TABLE "plant" ADD CONSTRAINT "plant_position_by_known" CHECK ("position_by" IN ('address', 'hand'));
