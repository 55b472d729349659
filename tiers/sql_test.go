package tiers

import "testing"

func TestSQL(t *testing.T) {
	for _, tt := range []struct {
		text string
		want sqlHarm
	}{
		{"select * from users", sqlReads},
		{"SELECT 'drop table x'; -- delete from y", sqlReads},
		{`select "delete" from t`, sqlReads},
		{"/* drop table x */ select 1", sqlReads},
		{"select $$ drop table x; $$", sqlReads},
		{"select $a$ ; drop table x; $a$", sqlReads},
		{"explain delete from t", sqlReads},
		{"explain analyze delete from t", sqlDestroys},
		{"select * from t for update", sqlReads},
		{"", sqlReads}, {";", sqlReads}, {"'", sqlReads}, {"$", sqlReads}, {"(", sqlReads}, {"/*", sqlReads}, {"\\", sqlReads},
		{"insert into t values ('x; drop table y')", sqlWrites},
		{"delete from t where id = 1", sqlWrites},
		{"delete from t", sqlDestroys},
		{"delete from t where true", sqlDestroys},
		{"delete from t where 1=1", sqlDestroys},
		{"DELETE FROM a USING b WHERE a.x=b.x", sqlWrites},
		{"delete from t where id in (select id from u)", sqlWrites},
		{"delete from t; select 1 where 1=2", sqlDestroys},
		{"update t set a = (select b from c where d = 1)", sqlDestroys},
		{"update t set a=1 where b=2", sqlWrites},
		{"begin; drop table t; commit", sqlDestroys},
		{"drop\n\ttable t", sqlDestroys},
		{"/*!50000 drop table t */", sqlDestroys},
		{"truncate t", sqlDestroys},
		{"alter table t add c int", sqlWrites},
		{"alter table t drop column c", sqlDestroys},
		{"with x as (delete from t returning *) select * from x", sqlDestroys},
		{"with x as (select 1) select * from x", sqlReads},
		{"grant all on t to u", sqlGrants},
		{"drop role x", sqlGrants},
		{"create user x", sqlGrants},
		{"copy t from program 'x'", sqlRuns},
		{"copy t to '/tmp/x'", sqlWrites},
		{"\\! rm x", sqlRuns},
		{"\\dt", sqlReads},
		{"select load_file('/etc/passwd')", sqlRuns},
		{"exec xp_cmdshell 'x'", sqlRuns},
		{"show tables", sqlReads},
		{"vacuum", sqlWrites},
	} {
		if got, what := readSQL(tt.text); got != tt.want {
			t.Errorf("%q: %d (%s), want %d", tt.text, got, what, tt.want)
		}
	}
}
