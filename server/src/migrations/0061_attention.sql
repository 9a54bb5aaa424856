CREATE TABLE "attention_assignment" (
	"plant_id" uuid NOT NULL,
	"cu" text NOT NULL,
	"code" text NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "attention_assignment_plant_id_cu_code_pk" PRIMARY KEY("plant_id","cu","code")
);
--> statement-breakpoint
CREATE TABLE "attention_snooze" (
	"plant_id" uuid NOT NULL,
	"cu" text NOT NULL,
	"code" text NOT NULL,
	"user_id" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"count" integer NOT NULL,
	"condition" text NOT NULL,
	CONSTRAINT "attention_snooze_plant_id_cu_code_user_id_pk" PRIMARY KEY("plant_id","cu","code","user_id")
);
--> statement-breakpoint
ALTER TABLE "attention_assignment" ADD CONSTRAINT "attention_assignment_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention_assignment" ADD CONSTRAINT "attention_assignment_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention_snooze" ADD CONSTRAINT "attention_snooze_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention_snooze" ADD CONSTRAINT "attention_snooze_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attention_assignment_user" ON "attention_assignment" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "attention_snooze_user" ON "attention_snooze" USING btree ("user_id");--> statement-breakpoint
CREATE FUNCTION attention_of_ended_causes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- What a silent unit has not taken back is still open: only its line is down.
	DELETE FROM attention_assignment AS kept WHERE plant_id = NEW.plant_id AND NOT EXISTS (
		SELECT 1 FROM jsonb_to_recordset(NEW.attention) AS cause(cu text, code text)
		WHERE cause.cu = kept.cu AND cause.code IN (kept.code, 'unit_offline', 'unit_stranger'));
	DELETE FROM attention_snooze AS kept WHERE plant_id = NEW.plant_id AND NOT EXISTS (
		SELECT 1 FROM jsonb_to_recordset(NEW.attention) AS cause(cu text, code text)
		WHERE cause.cu = kept.cu AND cause.code IN (kept.code, 'unit_offline', 'unit_stranger'));
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER plant_figures_attention AFTER UPDATE OF attention ON plant_figures
	FOR EACH ROW WHEN (OLD.attention IS DISTINCT FROM NEW.attention) EXECUTE FUNCTION attention_of_ended_causes();
--> statement-breakpoint
CREATE FUNCTION attention_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM attention_assignment WHERE user_id = OLD.user_id AND plant_id = OLD.plant_id;
	DELETE FROM attention_snooze WHERE user_id = OLD.user_id AND plant_id = OLD.plant_id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER plant_member_attention AFTER DELETE ON plant_member
	FOR EACH ROW EXECUTE FUNCTION attention_of_member();
