CREATE TABLE "energy_aside" (
	"central_unit_id" uuid PRIMARY KEY NOT NULL,
	"moments" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "energy_readings" (
	"central_unit_id" uuid NOT NULL,
	"day" date NOT NULL,
	"lamps" "bytea" NOT NULL,
	CONSTRAINT "energy_readings_central_unit_id_day_pk" PRIMARY KEY("central_unit_id","day")
);
--> statement-breakpoint
CREATE TABLE "energy_sums" (
	"central_unit_id" uuid NOT NULL,
	"level" text NOT NULL,
	"start" date NOT NULL,
	"lamps" "bytea" NOT NULL,
	"totals" jsonb NOT NULL,
	CONSTRAINT "energy_sums_central_unit_id_level_start_pk" PRIMARY KEY("central_unit_id","level","start")
);
--> statement-breakpoint
CREATE TABLE "energy_unit" (
	"central_unit_id" uuid PRIMARY KEY NOT NULL,
	"timezone" text NOT NULL,
	"latest" bigint,
	"lamps" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "energy_waiting" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "energy_waiting_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"central_unit_id" uuid NOT NULL,
	"told" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "energy_aside" ADD CONSTRAINT "energy_aside_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_readings" ADD CONSTRAINT "energy_readings_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_sums" ADD CONSTRAINT "energy_sums_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_unit" ADD CONSTRAINT "energy_unit_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_waiting" ADD CONSTRAINT "energy_waiting_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "energy_readings_day" ON "energy_readings" USING btree ("day");--> statement-breakpoint
CREATE INDEX "energy_sums_start" ON "energy_sums" USING btree ("start");--> statement-breakpoint
CREATE INDEX "energy_waiting_unit" ON "energy_waiting" USING btree ("central_unit_id");