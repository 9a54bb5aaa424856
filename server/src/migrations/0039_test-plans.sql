CREATE TABLE "plan_unit" (
	"plan_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"functional" jsonb NOT NULL,
	"autonomy" jsonb NOT NULL,
	"asked_at" timestamp with time zone,
	"taken_at" timestamp with time zone,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "plan_unit_plan_id_central_unit_id_pk" PRIMARY KEY("plan_id","central_unit_id")
);
--> statement-breakpoint
CREATE TABLE "plan_wishes" (
	"plant_id" uuid PRIMARY KEY NOT NULL,
	"wishes" jsonb NOT NULL,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "planned_test" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plan_id" uuid NOT NULL,
	"plant_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"planner" text NOT NULL,
	"group" text,
	"lamps" integer[] NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"minutes" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"moved_from" timestamp with time zone,
	"moved_because" text
);
--> statement-breakpoint
CREATE TABLE "test_plan" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"state" text NOT NULL,
	"wishes" jsonb NOT NULL,
	"from_day" date NOT NULL,
	"until_day" date NOT NULL,
	"fingerprint" text NOT NULL,
	"conflicts" jsonb NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_by_name" text NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"accepted_by" uuid,
	"accepted_by_name" text,
	"accepted_at" timestamp with time zone,
	"check_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "plan_unit" ADD CONSTRAINT "plan_unit_plan_id_test_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."test_plan"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_unit" ADD CONSTRAINT "plan_unit_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_wishes" ADD CONSTRAINT "plan_wishes_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_test" ADD CONSTRAINT "planned_test_plan_id_test_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."test_plan"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_test" ADD CONSTRAINT "planned_test_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_test" ADD CONSTRAINT "planned_test_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_plan" ADD CONSTRAINT "test_plan_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_unit_due" ON "plan_unit" USING btree ("due_at") WHERE taken_at is null;--> statement-breakpoint
CREATE INDEX "plan_unit_unit" ON "plan_unit" USING btree ("central_unit_id");--> statement-breakpoint
CREATE INDEX "planned_test_plan" ON "planned_test" USING btree ("plan_id","starts_at");--> statement-breakpoint
CREATE INDEX "planned_test_due" ON "planned_test" USING btree ("starts_at") WHERE state in ('planned', 'begun');--> statement-breakpoint
CREATE INDEX "planned_test_unit" ON "planned_test" USING btree ("central_unit_id");--> statement-breakpoint
CREATE UNIQUE INDEX "test_plan_draft" ON "test_plan" USING btree ("plant_id") WHERE state = 'draft';--> statement-breakpoint
CREATE UNIQUE INDEX "test_plan_accepted" ON "test_plan" USING btree ("plant_id") WHERE state = 'accepted';--> statement-breakpoint
CREATE INDEX "test_plan_check" ON "test_plan" USING btree ("check_at") WHERE state = 'accepted';