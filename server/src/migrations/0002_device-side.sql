CREATE TABLE "unit_hold" (
	"plant_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"operation_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"held_by_name" text,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "unit_hold_plant_id_unit_pk" PRIMARY KEY("plant_id","unit")
);
--> statement-breakpoint
CREATE TABLE "group_name" (
	"central_unit_id" uuid NOT NULL,
	"group" integer NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	CONSTRAINT "group_name_central_unit_id_group_pk" PRIMARY KEY("central_unit_id","group")
);
--> statement-breakpoint
CREATE TABLE "operation_step" (
	"operation_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"role" text NOT NULL,
	"command" jsonb NOT NULL,
	"undo" jsonb,
	"lamps" integer[] NOT NULL,
	"effect_at_close" boolean DEFAULT false NOT NULL,
	"until" text,
	"state" text NOT NULL,
	"misses" integer DEFAULT 0 NOT NULL,
	"command_id" uuid,
	"error" text,
	"code" text,
	CONSTRAINT "operation_step_operation_id_n_pk" PRIMARY KEY("operation_id","n")
);
--> statement-breakpoint
CREATE TABLE "operation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"undoes" uuid,
	"requested_by" text,
	"requested_by_name" text,
	"requested_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "unit_snapshot" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"cu_type" text NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"taken_by_name" text,
	"operation_id" uuid,
	"lamps" integer NOT NULL,
	"digest" text NOT NULL,
	"configuration" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "central_unit" ADD COLUMN "detail" jsonb;--> statement-breakpoint
ALTER TABLE "central_unit" ADD COLUMN "replaces" uuid;--> statement-breakpoint
ALTER TABLE "unit_command" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "unit_command" ADD COLUMN "operation_id" uuid;--> statement-breakpoint
ALTER TABLE "lamp" ADD COLUMN "detail" jsonb;--> statement-breakpoint
ALTER TABLE "unit_hold" ADD CONSTRAINT "unit_hold_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_name" ADD CONSTRAINT "group_name_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation_step" ADD CONSTRAINT "operation_step_operation_id_operation_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation" ADD CONSTRAINT "operation_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_snapshot" ADD CONSTRAINT "unit_snapshot_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operation_of_unit" ON "operation" USING btree ("plant_id","unit","requested_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "operation_running" ON "operation" USING btree ("plant_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "unit_snapshot_of_unit" ON "unit_snapshot" USING btree ("plant_id","unit","taken_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "unit_snapshot_operation" ON "unit_snapshot" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "unit_command_query" ON "unit_command" USING btree ("unit","requested_at" DESC NULLS LAST) WHERE name = 'statusQuery';