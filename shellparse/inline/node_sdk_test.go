package inline

import "testing"

// Packages of node whose objects do what a program of a shell does.
func TestNodePackages(t *testing.T) {
	checkTable(t, "node", []test{
		{"require('simple-git')().push()", "like git push"},
		{"const git = require('isomorphic-git'); git.push({dir: '.'})", "like git push"},
		{"new (require('dockerode'))().listContainers((e, c) => c.forEach(x => x.stop()))", "like docker stop *"},
		{"new (require('@octokit/rest').Octokit)().repos.delete({owner: 'a'})", "like gh repo delete *"},
		{"new (require('aws-sdk').S3)().deleteBucket({Bucket: 'x'}).promise()", "like aws api delete-resource"},
		{"import mongoose from 'mongoose'; mongoose.connection.dropDatabase()", "like mongosh --eval db.dropDatabase()"},
		{"new (require('sequelize'))('x').drop()", "like dropdb *"},
		{"const a = []; a.push(1); console.log(require('simple-git')().status())", ""},
	})
}
