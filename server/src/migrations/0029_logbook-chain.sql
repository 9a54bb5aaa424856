CREATE TABLE "logbook_entry" (
	"plant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"central_unit_id" uuid,
	"unit" text,
	"lamp" integer,
	"lamp_serial" text,
	"test_id" uuid,
	"facts" jsonb NOT NULL,
	"clock_wrong" boolean DEFAULT false NOT NULL,
	"once" text,
	"result" text,
	"no" integer NOT NULL,
	"id" uuid NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"corrects" integer,
	"about" integer,
	"by" uuid,
	"text" text DEFAULT '' NOT NULL,
	"hash" text NOT NULL,
	"search" text DEFAULT '' NOT NULL,
	CONSTRAINT "logbook_entry_plant_id_no_pk" PRIMARY KEY("plant_id","no"),
	CONSTRAINT "logbook_entry_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "logbook_head" (
	"plant_id" uuid PRIMARY KEY NOT NULL,
	"no" integer DEFAULT 0 NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "logbook_past" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"central_unit_id" uuid,
	"unit" text,
	"lamp" integer,
	"lamp_serial" text,
	"test_id" uuid,
	"facts" jsonb NOT NULL,
	"clock_wrong" boolean DEFAULT false NOT NULL,
	"once" text,
	"result" text,
	"user_id" text,
	"by_name" text
);
--> statement-breakpoint
CREATE TABLE "logbook_person" (
	"ref" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"user_id" uuid,
	"name" text
);
--> statement-breakpoint
ALTER TABLE "unit_record" ADD COLUMN "is_told" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "logbook_entry" ADD CONSTRAINT "logbook_entry_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logbook_entry" ADD CONSTRAINT "logbook_entry_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logbook_head" ADD CONSTRAINT "logbook_head_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logbook_past" ADD CONSTRAINT "logbook_past_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logbook_past" ADD CONSTRAINT "logbook_past_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logbook_person" ADD CONSTRAINT "logbook_person_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "logbook_entry_at" ON "logbook_entry" USING btree ("plant_id","at");--> statement-breakpoint
CREATE INDEX "logbook_entry_unit" ON "logbook_entry" USING btree ("plant_id","unit","no");--> statement-breakpoint
CREATE INDEX "logbook_entry_kind" ON "logbook_entry" USING btree ("plant_id","kind","no");--> statement-breakpoint
CREATE INDEX "logbook_entry_result" ON "logbook_entry" USING btree ("plant_id","result","no") WHERE result is not null;--> statement-breakpoint
CREATE INDEX "logbook_entry_corrects" ON "logbook_entry" USING btree ("plant_id","corrects") WHERE corrects is not null;--> statement-breakpoint
CREATE INDEX "logbook_entry_about" ON "logbook_entry" USING btree ("plant_id","about") WHERE about is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "logbook_entry_once" ON "logbook_entry" USING btree ("plant_id","once");--> statement-breakpoint
CREATE INDEX "logbook_head_sealed" ON "logbook_head" USING btree ("sealed_at");--> statement-breakpoint
CREATE INDEX "logbook_past_plant" ON "logbook_past" USING btree ("plant_id","at","id");--> statement-breakpoint
CREATE INDEX "logbook_person_name" ON "logbook_person" USING btree ("plant_id","name");--> statement-breakpoint
CREATE INDEX "logbook_person_user" ON "logbook_person" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
-- Nobody changes or takes away what was sealed, not by a mistake in a statement either.
CREATE FUNCTION logbook_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'entries of a logbook are only ever added';
END $$;--> statement-breakpoint
CREATE TRIGGER logbook_entry_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON logbook_entry
	FOR EACH STATEMENT EXECUTE FUNCTION logbook_entry_stays();--> statement-breakpoint
-- What was written before there was a chain waits here until it is taken over: SQL cannot seal it.
CREATE FUNCTION logbook_past_of_record(told unit_record) RETURNS void LANGUAGE sql AS $$
	INSERT INTO logbook_past (plant_id, kind, at, central_unit_id, unit, lamp, lamp_serial, facts, clock_wrong, once)
	SELECT told.plant_id,
		told.event->>'kind' || CASE WHEN (told.event->>'cleared')::boolean THEN 'Cleared' ELSE '' END,
		date_trunc('milliseconds', told.at), told.central_unit_id, told.unit,
		(told.event->>'lamp')::int, told.event->>'serial',
		CASE WHEN told.event ? 'error' THEN jsonb_build_object('error', told.event->'error') ELSE '{}' END,
		told.clock_wrong,
		concat('record ', told.unit, ' ', told.life, ' ', told.boot, ' ', told.seq)
	WHERE told.plant_id IS NOT NULL AND told.event IS NOT NULL
$$;--> statement-breakpoint
CREATE FUNCTION logbook_past_of_entry(told plant_entry) RETURNS void LANGUAGE sql AS $$
	INSERT INTO logbook_past (plant_id, kind, at, central_unit_id, unit, facts, once, by_name)
	SELECT told.plant_id, told.kind, date_trunc('milliseconds', told.at), own.id, own.unit, '{}',
		'unit ' || own.id || ' ' || told.kind || ' ' || told.life, told.by_name
	FROM central_unit own WHERE own.id = told.central_unit_id
$$;--> statement-breakpoint
SELECT logbook_past_of_record(told) FROM unit_record told WHERE plant_id IS NOT NULL AND event IS NOT NULL;--> statement-breakpoint
SELECT logbook_past_of_entry(told) FROM plant_entry told;--> statement-breakpoint
INSERT INTO logbook_past (plant_id, kind, at, central_unit_id, unit, test_id, facts, clock_wrong, once, result, user_id, by_name)
SELECT test.plant_id, 'testEnded', date_trunc('milliseconds', test.ended_at), test.central_unit_id, test.unit, test.id,
	jsonb_build_object('test', test.kind, 'trigger', test.trigger, 'state', test.state, 'reason', test.reason,
		'startedAt', to_char(test.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
		'total', count(*), 'passed', count(*) FILTER (WHERE of.result = 'passed'),
		'failed', count(*) FILTER (WHERE of.result = 'failed'),
		'notExecuted', count(*) FILTER (WHERE of.result = 'notExecuted'),
		'result', CASE WHEN count(*) FILTER (WHERE of.result = 'failed') > 0 THEN 'failed'
			WHEN count(*) FILTER (WHERE of.result = 'notExecuted') > 0 THEN 'incomplete' ELSE 'passed' END,
		'digest', encode(sha256(convert_to(string_agg(concat_ws(';', of.lamp, of.serial, of.result, coalesce(of.reason, ''),
			coalesce(of.measured_s::text, '')), E'\n' ORDER BY of.lamp), 'UTF8')), 'hex')),
	test.clock_wrong, 'test ' || test.id,
	CASE WHEN count(*) FILTER (WHERE of.result = 'failed') > 0 THEN 'failed'
		WHEN count(*) FILTER (WHERE of.result = 'notExecuted') > 0 THEN 'incomplete' ELSE 'passed' END,
	test.requested_by, test.requested_by_name
FROM test_run test JOIN test_result of ON of.test_id = test.id
WHERE test.state IN ('finished', 'stopped') AND test.ended_at IS NOT NULL
GROUP BY test.id;--> statement-breakpoint
-- While a release before this one still runs beside it, what that one writes is kept for the chain as well.
CREATE FUNCTION logbook_past_from_before() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_TABLE_NAME = 'unit_record' THEN PERFORM logbook_past_of_record(NEW); ELSE PERFORM logbook_past_of_entry(NEW); END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER unit_record_past AFTER INSERT ON unit_record
	FOR EACH ROW WHEN (NOT NEW.is_told AND NEW.event IS NOT NULL) EXECUTE FUNCTION logbook_past_from_before();--> statement-breakpoint
CREATE TRIGGER plant_entry_past AFTER INSERT ON plant_entry
	FOR EACH ROW EXECUTE FUNCTION logbook_past_from_before();
